import { z } from "zod";
import { missingCredentials } from "../../credentials/credentials.ts";
import { log } from "../../log.ts";
import {
  NotTakenError,
  OutcomeUnknownError,
  type Provider,
  type Report,
  type Transfer,
} from "../provider.ts";
import { callRazorpayX, ownAccount, readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { eachPage, findPayout, totalsOf } from "./list-payouts.ts";
import { validateAccount } from "./validate-account.ts";
import { virtualAccountsOf } from "./virtual-accounts.ts";
import { razorpayxWebhook } from "./webhook.ts";
import { listedOf, readAs, readPayout, reportOf } from "./what-comes-back.ts";
import { payoutBody } from "./what-is-sent.ts";

const lakhPaise = 1_00_000_00n;
const pollMsUsual = 700;

/** RazorpayX, by its composite payout call. Its documents and their traps: docs/operations/razorpayx.md. */
export function razorpayxProvider({
  pollMs = pollMsUsual,
  ...to
}: RazorpayX & { readonly pollMs?: number }): Provider {
  return {
    name: "razorpayx",
    missingSettings: () =>
      missingCredentials([
        "RAZORPAYX_KEY_ID",
        "RAZORPAYX_KEY_SECRET",
        "RAZORPAYX_ACCOUNT_NUMBER",
        "RAZORPAYX_WEBHOOK_SECRET",
      ]),
    amountPaiseMax: { upi: lakhPaise, imps: 5n * lakhPaise },

    send: (transfer) => send(to, transfer),

    async look(reference) {
      const found = await findPayout(to, reference);
      return found && reportOf(found);
    },

    async probe() {
      await readFromRazorpayX(to, {
        method: "GET",
        path: "/payouts",
        query: { account_number: await ownAccount(), count: 1 },
      });
    },

    balance: () => balance(to),
    totals: (from, before) => totalsOf(eachPage(to, from, before)),
    async *list(from, before) {
      for await (const page of eachPage(to, from, before)) yield page.map(listedOf);
    },
    validate: (asked) => validateAccount(to, asked, pollMs),
    virtualAccounts: virtualAccountsOf(to),
    webhook: razorpayxWebhook,
  };
}

async function send(to: RazorpayX, transfer: Transfer): Promise<Report> {
  const answer = await callRazorpayX(to, {
    method: "POST",
    path: "/payouts",
    headers: { "x-payout-idempotency": transfer.idempotencyKey },
    body: payoutBody(transfer, await ownAccount()),
  });
  if (answer.took) {
    const told = readPayout(answer.json);
    if (told.reference_id !== transfer.reference || BigInt(told.amount) !== transfer.amountPaise) {
      log().error({ payout: transfer.idempotencyKey }, "RazorpayX answered with another payout");
      throw new OutcomeUnknownError("RazorpayX answered with another payout");
    }
    return reportOf(told);
  }
  const { of, sentence, rawState } = answer.refusal;
  if (of === "payout") {
    const taken = await takenBefore(to, transfer.reference);
    return taken ?? { state: "failed", reason: sentence, rawState };
  }
  if (of === "repeat") {
    // Something stands under this key that we did not send now: paid or not, only a person can see.
    log().error(
      { payout: transfer.idempotencyKey },
      "RazorpayX has this payout's key with another body: did RAZORPAYX_ACCOUNT_NUMBER change?",
    );
  }
  throw new OutcomeUnknownError(sentence);
}

/**
 * A refusal may meet the repeat of a call whose answer was lost: whether RazorpayX looks at the
 * key or at the fields first is not documented. A look that fails is no word on the payout.
 */
async function takenBefore(to: RazorpayX, reference: string): Promise<Report | undefined> {
  try {
    // Half the time: with a look and the sending before it, all of it stays within a claim.
    const found = await findPayout({ ...to, timeoutMs: Math.ceil(to.timeoutMs / 2) }, reference);
    return found && reportOf(found);
  } catch (error) {
    if (error instanceof NotTakenError)
      throw new OutcomeUnknownError(error.message, { cause: error });
    throw error;
  }
}

const balances = z.object({
  items: z.array(z.object({ account_number: z.string(), available_amount: z.int() })),
});

/** Of the account that pays; the others of the business are nobody's concern here. */
async function balance(to: RazorpayX): Promise<bigint> {
  const json = await readFromRazorpayX(to, { method: "GET", path: "/banking_balances" });
  const own = await ownAccount();
  const found = readAs(balances, json).items.find((item) => item.account_number === own);
  if (!found) throw new OutcomeUnknownError("RazorpayX does not list the account that pays");
  return BigInt(found.available_amount);
}
