import { z } from "zod";
import { missingCredentials } from "../../kernel/credentials.ts";
import { log } from "../../kernel/log.ts";
import { type Provider } from "../provider.ts";
import { type ProviderUpdate, type Transfer } from "../transfer.ts";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { callRazorpayX, ownAccount, readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { accountCreditPages } from "./account-credits.ts";
import { payoutPages, findPayout, totalPaid } from "./list-payouts.ts";
import { validateAccount } from "./validate-account.ts";
import { virtualAccountsOf } from "./virtual-accounts.ts";
import { razorpayxWebhook } from "./webhook.ts";
import { listedTransferOf, readAs, readPayout, updateOf } from "./read-payout.ts";
import { writePayout } from "./write-payout.ts";

const lakhPaise = 1_00_000_00n;
const pollMsDefault = 700;

/** RazorpayX with its composite payout call. Notes on its documentation: docs/operations/razorpayx.md. */
export function razorpayxProvider({
  pollMs = pollMsDefault,
  callsPerSecond,
  ...to
}: RazorpayX & Pick<Provider, "callsPerSecond"> & { readonly pollMs?: number }): Provider {
  return {
    name: "razorpayx",
    missingSettings: () =>
      missingCredentials([
        "RAZORPAYX_KEY_ID",
        "RAZORPAYX_KEY_SECRET",
        "RAZORPAYX_ACCOUNT_NUMBER",
        "RAZORPAYX_WEBHOOK_SECRET",
      ]),
    callsPerSecond,
    amountPaiseMax: { upi: lakhPaise, imps: 5n * lakhPaise },

    send: (transfer) => send(to, transfer),

    async checkStatus(reference) {
      const payout = await findPayout(to, reference);
      return payout && updateOf(payout);
    },

    async probe() {
      await readFromRazorpayX(to, {
        method: "GET",
        path: "/payouts",
        query: { account_number: await ownAccount(), count: 1 },
      });
    },

    balance: () => balance(to),
    totals: (from, before) => totalPaid(payoutPages(to, from, before)),
    async *list(from, before) {
      for await (const page of payoutPages(to, from, before)) yield page.map(listedTransferOf);
    },
    accountCredits: (from, before) => accountCreditPages(to, from, before),
    validate: (request) => validateAccount(to, request, pollMs),
    virtualAccounts: virtualAccountsOf(to),
    webhook: razorpayxWebhook,
  };
}

async function send(to: RazorpayX, transfer: Transfer): Promise<ProviderUpdate> {
  const answer = await callRazorpayX(to, {
    method: "POST",
    path: "/payouts",
    headers: { "x-payout-idempotency": transfer.idempotencyKey },
    body: writePayout(transfer, await ownAccount()),
    sendBeforeMs: transfer.sendBeforeMs,
  });
  if (answer.isAccepted) {
    const payout = readPayout(answer.json);
    if (payout.reference_id !== transfer.reference) {
      log().error({ payout: transfer.idempotencyKey }, "RazorpayX answered with another payout");
      throw new OutcomeUnknownError("RazorpayX answered with another payout");
    }
    return updateOf(payout);
  }
  const { concerns, message, rawState, refusedFor } = answer.refusal;
  if (concerns === "payout") {
    const earlier = await findEarlierPayout(to, transfer.reference);
    return earlier ?? { state: "failed", reason: message, rawState, refusedFor };
  }
  if (concerns === "repeat") {
    // RazorpayX has another request under this key. Only a person can find out whether it was paid.
    log().error(
      { payout: transfer.idempotencyKey },
      "RazorpayX has this payout's key with another body. Check whether RAZORPAYX_ACCOUNT_NUMBER changed.",
    );
  }
  throw new OutcomeUnknownError(message);
}

/**
 * The payout that an earlier call created. RazorpayX may refuse the repeat of a call whose answer
 * was lost: whether it checks the key or the fields first is not documented.
 * @throws {OutcomeUnknownError} when the status check fails.
 */
async function findEarlierPayout(
  to: RazorpayX,
  reference: string,
): Promise<ProviderUpdate | undefined> {
  try {
    // Half the timeout, so that a status check, a sending and this call fit into one lease.
    const payout = await findPayout({ ...to, timeoutMs: Math.ceil(to.timeoutMs / 2) }, reference);
    return payout && updateOf(payout);
  } catch (error) {
    if (error instanceof NotAcceptedError)
      throw new OutcomeUnknownError(error.message, { cause: error });
    throw error;
  }
}

const balances = z.object({
  items: z.array(z.object({ account_number: z.string(), available_amount: z.int() })),
});

/** The balance of the account that pays; the business may have others. */
async function balance(to: RazorpayX): Promise<bigint> {
  const json = await readFromRazorpayX(to, { method: "GET", path: "/banking_balances" });
  const number = await ownAccount();
  const account = readAs(balances, json).items.find((item) => item.account_number === number);
  if (!account) throw new OutcomeUnknownError("RazorpayX does not list the account that pays");
  return BigInt(account.available_amount);
}
