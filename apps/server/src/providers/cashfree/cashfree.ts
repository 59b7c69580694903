import { missingCredentials } from "../../credentials/credentials.ts";
import {
  NotTakenError,
  OutcomeUnknownError,
  type Provider,
  type Purpose,
  type Report,
} from "../provider.ts";
import {
  askCashfree,
  paymentGateway,
  payouts,
  verification,
  type Product,
  type Refusal,
} from "./ask-cashfree.ts";
import { readTransfer } from "./read-transfer.ts";
import { reasonOf } from "./reasons.ts";
import { accountValidator } from "./validate-account.ts";
import { virtualAccountsAt } from "./virtual-accounts.ts";
import { readWebhook, verifyWebhook } from "./webhook.ts";
import { writeTransfer } from "./write-transfer.ts";

export interface CashfreeOptions {
  /** Ends in `/payout`; Cashfree's other products are its neighbours. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/**
 * Cashfree Payouts V2. `transfer_id` is our reference and the only thing that keeps a repeat from
 * paying twice. It has no list of transfers, and its balance only in V1, behind tokens of its own
 * on another host, so that `list`, `totals` and `balance` are left out (decision 24).
 */
export function cashfreeProvider({ baseUrl, timeoutMs }: CashfreeOptions): Provider {
  const look = async (reference: string, ms = timeoutMs): Promise<Report | undefined> => {
    const url = `${baseUrl}/transfers?transfer_id=${encodeURIComponent(reference)}`;
    const answer = await askCashfree(payouts, { method: "GET", url, timeoutMs: ms });
    if ("json" in answer) return readTransfer(answer.json, reference);
    if (isNeverTaken(answer.refusal)) return undefined;
    throw new OutcomeUnknownError(`It would not tell (${wordsOf(answer.refusal)})`);
  };

  return {
    name: "cashfree",
    missingSettings(purpose = "payouts") {
      const { clientId, clientSecret } = productFor[purpose];
      return missingCredentials([clientId, clientSecret]);
    },
    // Cashfree's payout methods: IMPS ₹5 lakh and UPI ₹1 lakh a payout.
    amountPaiseMax: { upi: 1_00_000_00n, imps: 5_00_000_00n },

    async send(transfer) {
      const until = performance.now() + timeoutMs;
      const answer = await askCashfree(payouts, {
        method: "POST",
        url: `${baseUrl}/transfers`,
        body: writeTransfer(transfer),
        timeoutMs,
      });
      if ("json" in answer) return readTransfer(answer.json, transfer.reference);
      // Also behind a refusal may stand a transfer: this is a duplicate, or an earlier call whose
      // answer was lost has taken what is refused now. Only its word that there is none is final.
      const msLeft = Math.floor(until - performance.now());
      if (msLeft < 1) throw new OutcomeUnknownError("It refused too late to be asked why");
      const first = await look(transfer.reference, msLeft).catch(saysNothingOfIt);
      if (first) return first;
      return refused(answer.refusal);
    },

    look: (reference) => look(reference),

    /** Asks for a transfer that there is none of: only who has good keys is told so. */
    async probe() {
      await look("ROKADPROBE");
    },

    validate: accountValidator(neighbour(baseUrl, "verification"), timeoutMs),
    virtualAccounts: virtualAccountsAt(neighbour(baseUrl, "pg"), timeoutMs),
    webhook: { verify: verifyWebhook, read: readWebhook },
  };
}

const productFor: Readonly<Record<Purpose, Product>> = {
  payouts,
  names: verification,
  "virtual accounts": paymentGateway,
};

/** A question that did not arrive leaves the refusal before it as unclear as it was. */
function saysNothingOfIt(error: unknown): never {
  if (!(error instanceof NotTakenError)) throw error;
  throw new OutcomeUnknownError(error.message, { cause: error });
}

const neighbour = (baseUrl: string, product: string) =>
  baseUrl.replace(/\/payout$/, "").concat(`/${product}`);

/** Its own documented word. Any other 404 may be a wrong address or somebody in between. */
const isNeverTaken = ({ status, code }: Refusal) =>
  status === 404 && code === "transfer_id_not_found";

/** Refusals of what was asked; a 404 of another kind is about the address, a 409 is no refusal. */
function refused(refusal: Refusal): Report {
  const { status, code } = refusal;
  if (status === 409) {
    throw new OutcomeUnknownError("It says that it has this transfer, and that it has none");
  }
  if ((status === 404 && code !== "beneficiary_not_found") || status === 405) {
    throw new OutcomeUnknownError(
      `It does not know this call (${wordsOf(refusal)}): is CASHFREE_BASE_URL right?`,
    );
  }
  return { state: "failed", reason: reasonOf(code), rawState: wordsOf(refusal) };
}

const wordsOf = ({ status, code }: Refusal) => `${status}/${code}`;
