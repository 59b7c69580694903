// What clients were answered and what banks did, as the checker reads it. Amounts are whole paise,
// times are real milliseconds. A new kind of act is a new kind of observation here, an entry in
// `wallet-effects.ts` if it moves a wallet, and a claim if it has a rule of its own.

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
  /** The account number or UPI ID of the beneficiary. */
  readonly to: string;
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

interface BalanceRead extends Timed {
  readonly kind: "balance";
  readonly tenant: string;
  readonly availablePaise: number;
  readonly heldPaise: number;
  /** Read after everything had finished. */
  readonly isFinal: boolean;
}

export type PayoutStatus = "pending" | "processing" | "success" | "failed";

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
  readonly utr: string | null;
  /** The UPI ID, or the account number with its end readable. */
  readonly to: string;
  readonly isFinal: boolean;
}

/** A deposit in a client's history. */
interface DepositRead extends Timed {
  readonly kind: "deposit";
  readonly tenant: string;
  readonly id: string;
  readonly utr: string;
  readonly status: "pending" | "completed" | "failed";
  readonly paise: number;
  /** A request of the client, or money that arrived on its virtual account. */
  readonly source: "request" | "virtual account";
  readonly isFinal: boolean;
}

/** A line of the last statement of account. */
interface StatementLine {
  readonly kind: "statement line";
  readonly tenant: string;
  /** Ascending in the statement. */
  readonly entry: number;
  readonly what: string;
  readonly payout: string | null;
  readonly utr: string | null;
  /** Negative for a debit. */
  readonly paise: number;
  readonly balancePaise: number;
}

interface StatementTotals {
  readonly kind: "statement totals";
  readonly tenant: string;
  readonly openingPaise: number;
  readonly creditPaise: number;
  readonly debitPaise: number;
  readonly closingPaise: number;
}

/** The totals that a client was shown above its last wallet history. */
interface WalletTotals {
  readonly kind: "wallet totals";
  readonly tenant: string;
  readonly rows: number;
  readonly creditPaise: number;
  readonly debitPaise: number;
}

/** The totals that a client was shown above its last payouts. */
interface PayoutTotals {
  readonly kind: "payout totals";
  readonly tenant: string;
  readonly rows: number;
  readonly paise: number;
  readonly chargePaise: number;
  readonly successes: number;
}

/** The totals that a client was shown above its last deposits. */
interface DepositTotals {
  readonly kind: "deposit totals";
  readonly tenant: string;
  readonly rows: number;
  readonly completedPaise: number;
  readonly completed: number;
}

/** A row of the last wallet history. */
interface WalletRow {
  readonly kind: "wallet row";
  readonly tenant: string;
  /** Negative for a debit. */
  readonly paise: number;
  readonly status: "pending" | "success" | "failed";
  readonly payout: string | null;
  readonly deposit: string | null;
}

/** Fee and GST of all paid payouts, as the last summaries of the client's tax years say. */
interface GstTotals {
  readonly kind: "GST totals";
  readonly tenant: string;
  readonly feePaise: number;
  readonly gstPaise: number;
}

/** A row of a CSV file that a client downloaded, without what carries no money. */
interface FileRow {
  readonly kind: "file row";
  readonly tenant: string;
  readonly file: "wallet history" | "payouts" | "deposits" | "statement";
  /** The cells by their titles. */
  readonly cells: Readonly<Record<string, string>>;
}

/** A credit that super admins were shown in suspense, at the end. */
interface SuspenseRead {
  readonly kind: "suspense";
  readonly id: string;
  readonly utr: string | null;
  readonly paise: number;
  readonly status: "pending" | "assigned" | "returned" | "dismissed";
}

/** A credited deposit that super admins were shown as taken back by the bank. */
interface Contradiction {
  readonly kind: "contradiction";
  readonly deposit: string;
}

/** A provider's totals as super admins were shown them: by our books, and by the provider's. */
interface ProviderTotals {
  readonly kind: "provider totals";
  readonly bank: string;
  readonly ourCount: number;
  readonly ourPaise: number;
  readonly theirCount: number | null;
  readonly theirPaise: number | null;
}

/** Money that a bank paid to a beneficiary, from the bank's own books. */
interface BankPayment {
  readonly kind: "bank payment";
  readonly bank: string;
  /** Our reference, as the bank received it. */
  readonly reference: string;
  readonly paise: number;
  readonly to: string;
  readonly utr: string | null;
  readonly chargePaise: number;
}

/** A payment that came back to us, from the bank's own books. */
interface BankReturn {
  readonly kind: "bank return";
  readonly bank: string;
  readonly reference: string;
  readonly paise: number;
  readonly chargePaise: number;
}

/** Money that arrived at a bank for us, from the bank's own books. */
interface BankReceipt {
  readonly kind: "bank receipt";
  readonly bank: string;
  readonly utr: string;
  readonly paise: number;
  /** Whether it arrived on a virtual account, which needs no request. */
  readonly isVirtual: boolean;
}

/** A receipt that its bank took back, and whether super admins imported a statement that says so. */
interface BankReversal {
  readonly kind: "bank reversal";
  readonly bank: string;
  readonly utr: string;
  readonly paise: number;
  readonly isImported: boolean;
}

/** What a bank held for us before and after the run. */
interface BankBalance {
  readonly kind: "bank balance";
  readonly bank: string;
  readonly openingPaise: number;
  readonly closingPaise: number;
}

export type Observation =
  | PayoutQuote
  | PayoutRequest
  | DepositRequest
  | DepositDecision
  | SuspenseDecision
  | SignedOutcome
  | BalanceRead
  | PayoutRead
  | DepositRead
  | StatementLine
  | StatementTotals
  | WalletTotals
  | PayoutTotals
  | DepositTotals
  | WalletRow
  | GstTotals
  | FileRow
  | SuspenseRead
  | Contradiction
  | ProviderTotals
  | BankPayment
  | BankReturn
  | BankReceipt
  | BankReversal
  | BankBalance;

export type ObservationOf<K extends Observation["kind"]> = Extract<
  Observation,
  { readonly kind: K }
>;
