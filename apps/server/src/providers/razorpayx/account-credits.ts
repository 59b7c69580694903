import { z } from "zod";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { AccountCredit } from "../account-credit.ts";
import { createThrottle } from "../../kernel/throttle.ts";
import {
  ownAccount,
  readFromRazorpayX,
  sweepCallsPerSecond,
  type RazorpayX,
} from "./call-razorpayx.ts";
import { pageSize, secondsOf } from "./list-payouts.ts";
import { readAs } from "./read-payout.ts";

const transaction = z.object({
  id: z.string().regex(/^txn_\w{1,40}$/),
  currency: z.string(),
  credit: z.int().nonnegative(),
  created_at: z.int().positive(),
  source: z
    .object({
      entity: z.string(),
      payer_account: z.string().nullish(),
      bank_reference: z.string().nullish(),
    })
    .nullish(),
});
type Transaction = z.infer<typeof transaction>;

const transactions = z.object({ items: z.array(transaction) });

/**
 * The bank transfers to our RazorpayX account, in pages, newest first. Payouts, and the credits of
 * payouts that came back, are other transactions of the same list: a page may have no transfer.
 */
export async function* accountCreditPages(
  to: RazorpayX,
  from: Date,
  before: Date,
): AsyncIterable<readonly AccountCredit[]> {
  const account = await ownAccount();
  const seen = new Set<string>();
  const throttle = createThrottle(sweepCallsPerSecond);
  for (let skip = 0; ; skip += pageSize) {
    await throttle();
    const json = await readFromRazorpayX(to, {
      method: "GET",
      path: "/transactions",
      query: { account_number: account, ...secondsOf(from, before), count: pageSize, skip },
    });
    const { items } = readAs(transactions, json);
    // A transaction created meanwhile shifts the list, so that a page repeats part of the last one.
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh.filter(isTopUp).map(creditOf);
    if (items.length < pageSize) return;
    if (fresh.length === 0) throw new OutcomeUnknownError("RazorpayX's list repeats itself");
  }
}

function isTopUp({ credit, currency, source }: Transaction): boolean {
  return credit > 0 && currency === "INR" && source?.entity === "bank_transfer";
}

function creditOf({ id, credit, created_at: at, source }: Transaction): AccountCredit {
  const utr = source?.bank_reference?.replaceAll(/\s/g, "").toUpperCase() ?? "";
  return {
    creditReference: id,
    amountPaise: BigInt(credit),
    utr: /^[A-Z0-9]{12,22}$/.test(utr) ? utr : null,
    payerAccount: source?.payer_account?.trim() || null,
    at: new Date(at * 1_000),
  };
}
