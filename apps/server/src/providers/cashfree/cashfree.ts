import { missingCredentials } from "../../kernel/credentials.ts";
import { type Provider, type Purpose } from "../provider.ts";
import { type ProviderUpdate } from "../transfer.ts";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import {
  callCashfree,
  paymentGateway,
  payouts,
  verification,
  type Product,
  type Refusal,
} from "./call-cashfree.ts";
import { readTransfer } from "./read-transfer.ts";
import { reasonOf, refusalKindOf } from "./reasons.ts";
import { accountValidator } from "./validate-account.ts";
import { virtualAccountsAt } from "./virtual-accounts.ts";
import { readWebhook, verifyWebhook } from "./webhook.ts";
import { writeTransfer } from "./write-transfer.ts";

export interface CashfreeOptions extends Pick<Provider, "callsPerSecond"> {
  /** Ends in `/payout`; Cashfree's other products have sibling paths. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/**
 * Cashfree Payouts V2. Only `transfer_id`, our reference, prevents a repeat from paying twice. V2
 * has no list of transfers and no balance (V1 has one, with other tokens on another host), so
 * `list`, `totals` and `balance` are absent (decision 24).
 */
export function cashfreeProvider({
  baseUrl,
  timeoutMs,
  callsPerSecond,
}: CashfreeOptions): Provider {
  const checkStatus = async (
    reference: string,
    ms = timeoutMs,
  ): Promise<ProviderUpdate | undefined> => {
    const url = `${baseUrl}/transfers?transfer_id=${encodeURIComponent(reference)}`;
    const answer = await callCashfree(payouts, { method: "GET", url, timeoutMs: ms });
    if ("json" in answer) return readTransfer(answer.json, reference);
    if (isNeverTaken(answer.refusal)) return undefined;
    throw new OutcomeUnknownError(
      `Cashfree refused the status check (${rawStateOf(answer.refusal)})`,
    );
  };

  return {
    name: "cashfree",
    missingSettings(purpose = "payouts") {
      const { clientId, clientSecret } = productFor[purpose];
      return missingCredentials([clientId, clientSecret]);
    },
    callsPerSecond,
    // Cashfree's limits of one payout: IMPS ₹5 lakh, UPI ₹1 lakh.
    amountPaiseMax: { upi: 1_00_000_00n, imps: 5_00_000_00n },

    async send(transfer) {
      const until = performance.now() + timeoutMs;
      const answer = await callCashfree(payouts, {
        method: "POST",
        url: `${baseUrl}/transfers`,
        body: writeTransfer(transfer),
        timeoutMs,
        sendBeforeMs: transfer.sendBeforeMs,
      });
      if ("json" in answer) return readTransfer(answer.json, transfer.reference);
      // A refused transfer may still exist: this call is a duplicate, or an earlier call was taken
      // and its answer lost. It has failed only if Cashfree also says that there is none.
      const msLeft = Math.floor(until - performance.now());
      if (msLeft < 1)
        throw new OutcomeUnknownError("Cashfree refused it too late for a status check");
      const existing = await checkStatus(transfer.reference, msLeft).catch(asOutcomeUnknown);
      return existing ?? failureOf(answer.refusal);
    },

    checkStatus: (reference) => checkStatus(reference),

    /** Checks the status of a transfer that does not exist: only valid keys get that answer. */
    async probe() {
      await checkStatus("ROKADPROBE");
    },

    validate: accountValidator(siblingUrl(baseUrl, "verification"), timeoutMs),
    virtualAccounts: virtualAccountsAt(siblingUrl(baseUrl, "pg"), timeoutMs),
    webhook: { verify: verifyWebhook, read: readWebhook },
  };
}

const productFor: Readonly<Record<Purpose, Product>> = {
  payouts,
  names: verification,
  "virtual accounts": paymentGateway,
};

/** A status check that did not arrive says nothing about the refusal before it. */
function asOutcomeUnknown(error: unknown): never {
  if (!(error instanceof NotAcceptedError)) throw error;
  throw new OutcomeUnknownError(error.message, { cause: error });
}

const siblingUrl = (baseUrl: string, product: string) =>
  baseUrl.replace(/\/payout$/, "").concat(`/${product}`);

/** The documented code. Any other 404 may come from a wrong address or a proxy. */
const isNeverTaken = ({ status, code }: Refusal) =>
  status === 404 && code === "transfer_id_not_found";

/**
 * The failure that a refusal means.
 * @throws {OutcomeUnknownError} for a 409, and for a 404 or 405 about the address.
 */
function failureOf(refusal: Refusal): ProviderUpdate {
  const { status, code } = refusal;
  if (status === 409) {
    throw new OutcomeUnknownError("Cashfree says that it has this transfer, and that it has none");
  }
  if ((status === 404 && code !== "beneficiary_not_found") || status === 405) {
    throw new OutcomeUnknownError(
      `Cashfree does not know this call (${rawStateOf(refusal)}). Check CASHFREE_BASE_URL.`,
    );
  }
  return {
    state: "failed",
    reason: reasonOf(code),
    rawState: rawStateOf(refusal),
    refusedFor: refusalKindOf(code),
  };
}

const rawStateOf = ({ status, code }: Refusal) => `${status}/${code}`;
