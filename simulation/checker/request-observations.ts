// What clients asked for, and what they read while the run went on.

/** The answer to a request: accepted, refused, or none after all repeats. */
export type RequestAnswer =
  | { readonly accepted: { readonly id: string; readonly reference?: string } }
  | { readonly refused: string }
  | { readonly none: true };

/** When a client sent a request or read something, and when its answer arrived. */
interface Timed {
  readonly sentAt: number;
  readonly at: number;
}

/** A request of a client, with all its repeats by the network. */
interface ClientRequest extends Timed {
  /** The client, by its mobile number. */
  readonly tenant: string;
  /** The idempotency key. */
  readonly key: string;
  readonly answer: RequestAnswer;
  /** Whether an earlier send got no answer: a refusal then says nothing about that one. */
  readonly lostBefore: boolean;
}

/** The charges that a client was quoted before it confirmed an order. */
interface PayoutQuote {
  readonly kind: "payout quote";
  readonly tenant: string;
  /** The client's own name of the order. */
  readonly order: string;
  readonly paise: number;
  readonly feePaise: number;
  readonly gstPaise: number;
  readonly totalPaise: number;
}

interface PayoutRequest extends ClientRequest {
  readonly kind: "payout request";
  readonly order: string;
  readonly paise: number;
  /** The account number or UPI ID of the beneficiary; the id of an own account for a withdrawal. */
  readonly to: string;
  /** The API key of the program that sent it. */
  readonly apiKey?: string;
  /** Whether the answer said that it waits for funds. */
  readonly waits?: boolean;
}

/** An owner signed how much an API key may send. */
interface SignedLimits {
  readonly kind: "signed limits";
  readonly tenant: string;
  readonly apiKey: string;
  readonly perPayoutPaise: number;
  readonly perDayPaise: number;
}

/** The answer that an API key is revoked. */
interface KeyRevocation extends Timed {
  readonly kind: "key revocation";
  readonly tenant: string;
  readonly apiKey: string;
}

/** A payout of which a client finally reads that it waited for funds and was not sent. */
interface UnfundedPayout {
  readonly kind: "unfunded payout";
  readonly tenant: string;
  readonly id: string;
  readonly reference: string;
}

interface DepositRequest extends ClientRequest {
  readonly kind: "deposit request";
  readonly utr: string;
  readonly paise: number;
}

/** A reviewer's answer that a deposit is decided. */
interface DepositDecision {
  readonly kind: "deposit decision";
  readonly deposit: string;
  readonly outcome: "credited" | "rejected";
}

/** A super admin's answer that money in suspense is decided. */
interface SuspenseDecision {
  readonly kind: "suspense decision";
  readonly credit: string;
  readonly outcome: "assigned" | "returned";
}

/** Two super admins signed the outcome of a payout, with the UTR that the bank gave them. */
interface SignedOutcome {
  readonly kind: "signed outcome";
  readonly payout: string;
  readonly outcome: "paid" | "failed";
  readonly utr: string | null;
}

/** A client with the id that super admins know it by. */
interface ClientOpened {
  readonly kind: "client";
  readonly tenant: string;
  readonly id: string;
}

/** A bank account that a client added, to which it can withdraw. */
interface OwnAccount {
  readonly kind: "own account";
  readonly tenant: string;
  readonly id: string;
  readonly number: string;
}

/** Whether a partial return also brings back fee and GST, by the setting that super admins saved. */
interface ChargesSetting {
  readonly kind: "charges setting";
  readonly areRefunded: boolean;
}

/** The answer to a super admin that an adjustment is proposed. */
interface AdjustmentProposal {
  readonly kind: "adjustment proposal";
  readonly id: string;
  /** The super admin, by the mobile number. */
  readonly by: string;
  /** The client's id; null between accounts of the platform. */
  readonly client: string | null;
  /** On the client's wallet: negative for a debit. Between accounts, the amount. */
  readonly paise: number;
  /** The receiving account and the provider that the super admin named; null without a name. */
  readonly account: string | null;
  readonly provider: string | null;
}

/** What a super admin's confirmation of an adjustment was answered. */
interface AdjustmentConfirmation {
  readonly kind: "adjustment confirmation";
  readonly id: string;
  readonly by: string;
  readonly answer: RequestAnswer;
  readonly lostBefore: boolean;
}

/** The answer to a super admin that a proposal ended without a posting. */
interface AdjustmentEnd {
  readonly kind: "adjustment end";
  readonly id: string;
  readonly state: "rejected" | "withdrawn";
}

/** The answer to a super admin that the whole balance of a closing account is paid out. */
interface BalancePayout {
  readonly kind: "balance payout";
  /** The client's id. */
  readonly client: string;
  readonly balancePaise: number;
  readonly payouts: readonly string[];
}

/** A payout of a closing, as super admins were shown it: its client did not request it. */
interface ClosingPayout {
  readonly kind: "closing payout";
  readonly client: string;
  readonly id: string;
  readonly reference: string;
  readonly paise: number;
}

/** The answer to a super admin that a remainder is set aside, and the account closed. */
interface Remainder {
  readonly kind: "remainder";
  readonly client: string;
  readonly paise: number;
}

interface BalanceRead extends Timed {
  readonly kind: "balance";
  readonly tenant: string;
  readonly availablePaise: number;
  readonly heldPaise: number;
  /** What the client owes after corrections. */
  readonly owedPaise: number;
  /** Read after everything had finished. */
  readonly isFinal: boolean;
}

export type PayoutStatus = "pending" | "processing" | "success" | "failed" | "cancelled";

/** Whether the total is back in the wallet. */
export function isRefunded(status: string | undefined): boolean {
  return status === "failed" || status === "cancelled";
}

/** A payout in a client's history. */
interface PayoutRead extends Timed {
  readonly kind: "payout";
  readonly tenant: string;
  readonly id: string;
  readonly reference: string;
  readonly status: PayoutStatus;
  readonly paise: number;
  readonly feePaise: number;
  readonly gstPaise: number;
  /** What came back of the amount, and of fee and GST. */
  readonly returnedPaise: number;
  readonly returnedChargePaise: number;
  readonly utr: string | null;
  /** The UPI ID, or the account number with its end readable. */
  readonly to: string;
  /** The day in India. */
  readonly createdOn?: string;
  readonly isFinal: boolean;
}

/** A deposit in a client's history. */
interface DepositRead extends Timed {
  readonly kind: "deposit";
  readonly tenant: string;
  readonly id: string;
  readonly utr: string;
  readonly status: "pending" | "completed" | "failed";
  /** What arrived, once it is credited. */
  readonly paise: number;
  /** What the client requested; the same, unless another amount arrived. */
  readonly requestedPaise?: number;
  /** A request of the client, or money that arrived on its virtual account. */
  readonly source: "request" | "virtual account";
  readonly isFinal: boolean;
}

export type RequestObservation =
  | PayoutQuote
  | PayoutRequest
  | SignedLimits
  | KeyRevocation
  | UnfundedPayout
  | DepositRequest
  | DepositDecision
  | SuspenseDecision
  | SignedOutcome
  | ClientOpened
  | OwnAccount
  | ChargesSetting
  | AdjustmentProposal
  | AdjustmentConfirmation
  | AdjustmentEnd
  | BalancePayout
  | ClosingPayout
  | Remainder
  | BalanceRead
  | PayoutRead
  | DepositRead;
