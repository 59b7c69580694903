import type { PayoutSource } from "@rokad/contract/approval-policies";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import type { ApiError } from "../../kernel/errors.ts";
import type { ProviderId } from "../../providers/provider.ts";

/** A payout with a valid authorisation, before the wallet's balance is checked. */
export interface Initiation {
  readonly id: string;
  readonly payerId: string;
  /** Who confirmed it: the founder of the business, or another member. */
  readonly memberId: string;
  readonly authorisedUntilMs: number;
  readonly order: PayoutOrder;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  /** Default: the console. */
  readonly source?: PayoutSource | undefined;
  /** The approved payment request that it comes from. */
  readonly requestId?: string | undefined;
  /** Set for a withdrawal to the tenant's own account. */
  readonly withdrawal?: { readonly bankAccountId: string; readonly closingId?: string } | undefined;
  /** The provider, or why none can take it. */
  readonly provider: ProviderId | ApiError;
  readonly reference: string;
  readonly idempotencyKey: string | undefined;
  /** The digest of the whole order, remarks included; a repeat of the key must have the same. */
  readonly requestDigest: Buffer;
}
