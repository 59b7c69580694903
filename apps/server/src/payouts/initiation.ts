import type { PayoutOrder } from "@rokad/contract/payout-form";
import type { ProviderId } from "../providers/provider.ts";

/** A payout that passed every check but the wallet's. */
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
  /** Of the whole order with its remarks: what a repeat of the key must equal. */
  readonly requestDigest: Buffer;
}
