import { z } from "zod";
import type { IncomingCredit } from "../virtual-accounts.ts";
import { readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { pageSize, secondsOf } from "./list-payouts.ts";
import { readAs } from "./what-comes-back.ts";

const payment = z.object({
  id: z.string().regex(/^pay_\w{1,40}$/),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
  method: z.string(),
  amount_refunded: z.int().nullish(),
  created_at: z.int().positive(),
});
type Payment = z.infer<typeof payment>;

const payments = z.object({ items: z.array(payment) });

const bankTransfer = z.object({
  payment_id: z.string(),
  amount: z.int().positive(),
  bank_reference: z.string().nullish(),
  virtual_account_id: z.string(),
  payer_bank_account: z
    .object({ account_number: z.string(), ifsc: z.string(), name: z.string().nullish() })
    .nullish(),
});

/**
 * A credit as an event or two calls tell it; undefined for a payment that is not kept: one by
 * another method, not captured, or sent back.
 * @throws when payment and bank transfer do not belong together.
 */
export function creditOf(paid: unknown, transfer: unknown): IncomingCredit | undefined {
  const told = readAs(payment, paid);
  if (!isKept(told)) return undefined;
  const by = readAs(bankTransfer, transfer);
  if (by.payment_id !== told.id || by.amount !== told.amount) {
    throw new Error("RazorpayX tells of a bank transfer that is not this payment's");
  }
  const sender = by.payer_bank_account;
  const utr = by.bank_reference?.toUpperCase() ?? "";
  return {
    creditReference: told.id,
    virtualAccount: by.virtual_account_id,
    amountPaise: BigInt(told.amount),
    utr: /^[A-Z0-9]{12,22}$/.test(utr) ? utr : null,
    sender: sender
      ? {
          accountNumber: sender.account_number,
          ifscCode: sender.ifsc.toUpperCase(),
          name: sender.name ?? null,
        }
      : null,
    at: new Date(told.created_at * 1_000),
  };
}

function isKept({ method, status, currency, amount_refunded }: Payment): boolean {
  return (
    method === "bank_transfer" &&
    status === "captured" &&
    currency === "INR" &&
    (amount_refunded ?? 0) === 0
  );
}

/**
 * Every credit of the time, from the list of payments and the bank transfer of each: the list
 * itself does not say which account it came to.
 */
export async function* eachCredit(
  to: RazorpayX,
  from: Date,
  before: Date,
): AsyncIterable<readonly IncomingCredit[]> {
  for (let skip = 0; ; skip += pageSize) {
    const json = await readFromRazorpayX(to, {
      method: "GET",
      path: "/payments",
      query: { ...secondsOf(from, before), count: pageSize, skip },
    });
    const { items } = readAs(payments, json);
    const credits: IncomingCredit[] = [];
    // One by one: RazorpayX asks for no more than 5 to 10 calls a second.
    for (const each of items.filter(isKept)) {
      const path = `/payments/${encodeURIComponent(each.id)}/bank_transfer`;
      const credit = creditOf(each, await readFromRazorpayX(to, { method: "GET", path }));
      if (credit) credits.push(credit);
    }
    if (credits.length > 0) yield credits;
    if (items.length < pageSize) return;
  }
}
