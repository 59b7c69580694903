// What clients and super admins read at the end.

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
  readonly status: "pending" | "success" | "failed" | "cancelled";
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

/** An adjustment that super admins were shown, at the end. */
interface AdjustmentRead {
  readonly kind: "adjustment";
  readonly id: string;
  readonly what: string;
  readonly state: "proposed" | "posted" | "withdrawn" | "rejected";
  /** The client's id; null between accounts of the platform. */
  readonly client: string | null;
  /** On the client's wallet: negative for a debit. Between accounts, the amount. */
  readonly paise: number;
  /** What of a debit the client owed then. */
  readonly owedPaise: number;
  readonly deposit: string | null;
  readonly reference: string | null;
  /** The receiving account and the provider that it is on, and what it changed there. */
  readonly account: string | null;
  readonly accountPaise: number;
  readonly provider: string | null;
  readonly providerPaise: number;
}

/** What super admins were shown at the end that we have in a receiving account. */
interface AccountBooks {
  readonly kind: "account books";
  readonly account: string;
  readonly paise: number;
}

/** A chargeback that super admins were shown because a person has to decide it. */
interface ShownChargeback {
  readonly kind: "shown chargeback";
  readonly reference: string;
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

export type HistoryObservation =
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
  | AdjustmentRead
  | AccountBooks
  | ShownChargeback
  | ProviderTotals;
