import type { PayoutStatus } from "@rokad/contract/payouts";
import type * as ledger from "../ledger/ledger.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { TransferUpdate } from "../providers/transfer.ts";
import type { Effect, PayoutEvent } from "./payout-states.ts";

/** A locked payout; each update of a batch changes it before the next one is applied. */
export interface LockedPayout extends ledger.Charge {
  readonly kind: "payout" | "withdrawal";
  readonly reference: string;
  /** It is a row of a batch, whose end is notified once. */
  readonly isOfBatch: boolean;
  readonly provider: ProviderId;
  readonly adapter: string | null;
  /** A super admin has proposed an outcome. */
  readonly isSendBlocked: boolean;
  /** When a worker first had it for its adapter. */
  readonly handedAt: Date | null;
  /** The number of the newest lease. */
  readonly attempts: number;
  /** Completed status checks, including those that the updates of this batch answer. */
  statusChecks: number;
  status: PayoutStatus;
  provider_state: TransferUpdate["state"] | null;
  utr: string | null;
  reason: string | null;
  providerReference: string | null;
  rawState: string | null;
  providerFeePaise: bigint | null;
  providerTaxPaise: bigint | null;
  /** What partial returns brought back of the amount, including those of this batch. */
  returnedPaise: bigint;
  /** The fee and GST came back with one of them. */
  hasChargesReturned: boolean;
  /** Super admins recorded one of them. */
  hasRecordedReturn: boolean;
}

/** A part of a paid payout that its bank sent back. */
export interface ReturnedPart {
  /** The provider's reference; a second return with it is a repeat. */
  readonly reference: string;
  readonly paise: bigint;
  /** The fee and GST come back too; in paise, else 0. */
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  /** The super admins who recorded it; absent when the provider's own record is applied. */
  readonly recordedBy?: string;
  readonly confirmedBy?: string | null;
  readonly recordReference?: string | null;
}

/** What one provider update does to a payout. */
export interface PayoutChange {
  readonly effect: Exclude<Effect, "nothing" | "mismatch">;
  readonly payout: LockedPayout;
  /** The line for the timeline; undefined for a status check without news. */
  readonly event: PayoutEvent | undefined;
  readonly detail: string | null;
  readonly reportedState: TransferUpdate["state"];
  /** Only with the effect `partial_return`; its id is the posting's subject. */
  readonly part?: ReturnedPart & { readonly id: string };
  /** What the return of the whole payout brings back; only with the effect `reverse`. */
  readonly outstanding?: ledger.Charge;
  /** The charge that the provider kept although it returned the payout. */
  readonly keptCharge?: TransferUpdate["charge"];
}

/** An update with another amount or currency than the payout's. */
export interface Mismatch {
  readonly effect: "mismatch";
  readonly payout: LockedPayout;
  readonly update: TransferUpdate;
}
