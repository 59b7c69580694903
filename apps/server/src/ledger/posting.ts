/** The accounts of a wallet. */
export type TenantAccount = "available" | "held";
export type PlatformAccount =
  | "bank"
  | "provider"
  | "fee_income"
  | "gst_payable"
  | "suspense"
  | "provider_fees"
  | "input_tax_credit"
  | "own_funds"
  | "losses"
  /** What is still owed to closed tenants: remainders below the providers' minimum. */
  | "unclaimed";

/**
 * What tenants owe the platform. The posting names the tenant; the wallet's row keeps the sum, which
 * is never negative.
 */
export type ReceivableAccount = "receivable";

/**
 * One signed amount on one account, in paise. Positive is what the platform owes or earns, negative
 * what it has or has paid: a deposit is bank −, available +.
 */
export interface Line {
  readonly account: TenantAccount | PlatformAccount | ReceivableAccount;
  readonly paise: bigint;
  /** On `bank`: the receiving account that holds the money; null or absent for none of ours. */
  readonly receivingAccountId?: string | null;
}

/** Kinds of postings on a wallet. */
export type PostingKind =
  | "credit"
  | "hold"
  | "settle"
  | "release"
  | "reverse"
  | "partial_return"
  | "set_aside"
  | "adjust_credit"
  | "adjust_debit"
  | "owe"
  | "repay"
  | "request_hold"
  | "request_release";
/** Kinds of postings on platform accounts only. */
export type PlatformKind = "suspend" | "return" | "adjust";
/** Kinds of postings of the platform's own money, with daily totals of their own. */
export type OwnMoneyKind = "transfer" | "expense";

/** The tenant id of a posting that is on no wallet; no tenant has it. */
export const noTenantId = "00000000-0000-0000-0000-000000000000";

/** A posting of one subject, such as a deposit. `walletId` is null on platform accounts. */
export interface Posting {
  readonly kind: PostingKind | PlatformKind | OwnMoneyKind;
  readonly subjectId: string;
  readonly walletId: string | null;
  readonly lines: readonly Line[];
  /** False: it pays off nothing that the tenant owes. */
  readonly repays?: false;
}

/** A locked wallet with its balances after the postings so far, in paise. */
export interface Wallet {
  readonly id: string;
  available: bigint;
  held: bigint;
  entryCount: bigint;
  /** What the tenant owes; nothing is available while it is not zero. */
  receivable: bigint;
}

/** Wallets that this transaction has locked, with the balances after its own postings. */
export type LockedWallets = ReadonlyMap<string, Wallet>;

/** What a caller that has locked the wallets passes on. */
export interface PostingContext {
  readonly locked: LockedWallets;
  /** The time of the postings, taken under the lock so that a wallet's entries are in order. */
  readonly at?: Date;
}
