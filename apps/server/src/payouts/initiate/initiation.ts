import type { PayoutOrder } from "@rokad/contract/payout-form";
import type { ProviderId } from "../../providers/provider.ts";

/** A payout that passed every check except the wallet balance. */
export interface Initiation {
  readonly id: string;
  readonly payerId: string;
  readonly authorisedUntilMs: number;
  readonly order: PayoutOrder;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  readonly provider: ProviderId;
  readonly reference: string;
  readonly idempotencyKey: string | undefined;
  /** The digest of the whole order, remarks included; a repeat of the key must have the same. */
  readonly requestDigest: Buffer;
}
