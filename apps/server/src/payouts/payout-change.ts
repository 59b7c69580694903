import type { PayoutStatus } from "@rokad/contract/payouts";
import type * as ledger from "../ledger/ledger.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { TransferUpdate } from "../providers/transfer.ts";
import type { Effect, PayoutEvent } from "./payout-states.ts";

/** A locked payout; each update of a batch changes it before the next one is applied. */
export interface LockedPayout extends ledger.Charge {
  readonly reference: string;
  readonly provider: ProviderId;
  readonly adapter: string | null;
  /** A super admin has proposed an outcome. */
  readonly isHeld: boolean;
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
}

/** What one provider update does to a payout. */
export interface PayoutChange {
  readonly effect: Exclude<Effect, "nothing" | "mismatch">;
  readonly payout: LockedPayout;
  /** The line for the timeline; undefined for a status check without news. */
  readonly event: PayoutEvent | undefined;
  readonly detail: string | null;
  readonly reportedState: TransferUpdate["state"];
}

/** An update with another amount or currency than the payout's. */
export interface Mismatch {
  readonly effect: "mismatch";
  readonly payout: LockedPayout;
  readonly update: TransferUpdate;
}
