/** The accounts of a wallet. */
export type TenantAccount = "available" | "held";
export type PlatformAccount = "bank" | "provider" | "fee_income" | "gst_payable" | "suspense";

/**
 * One signed amount on one account, in paise. Positive is what the platform owes or earns, negative
 * what it has or has paid: a deposit is bank −, available +.
 */
export interface Line {
  readonly account: TenantAccount | PlatformAccount;
  readonly paise: bigint;
  /** On `bank`: the receiving account that holds the money; null or absent for none of ours. */
  readonly receivingAccountId?: string | null;
}

/** Kinds of postings on a wallet. */
export type PostingKind = "credit" | "hold" | "settle" | "release" | "reverse";
/** Kinds of postings on platform accounts only. */
export type SuspenseKind = "suspend" | "return";

/** The tenant id of a posting that is on no wallet; no tenant has it. */
export const noTenantId = "00000000-0000-0000-0000-000000000000";

/** A posting of one deposit, payout or incoming credit. `walletId` is null on platform accounts. */
export interface Posting {
  readonly kind: PostingKind | SuspenseKind;
  readonly subjectId: string;
  readonly walletId: string | null;
  readonly lines: readonly Line[];
}

/** A locked wallet with its balances after the postings so far, in paise. */
export interface Wallet {
  readonly id: string;
  available: bigint;
  held: bigint;
  entryCount: bigint;
}
