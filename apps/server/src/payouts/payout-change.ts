import type * as ledger from "../ledger/ledger.ts";
import type { Notice, ProviderId } from "../providers/provider.ts";
import type { Effect, PayoutEvent } from "./payout-states.ts";

/** A payout under the lock, as the reports of a batch leave it one after the other. */
export interface OpenPayout extends ledger.Charge {
  readonly reference: string;
  readonly provider: ProviderId;
  readonly adapter: string | null;
  /** Somebody has proposed an outcome. */
  readonly isHeld: boolean;
  /** Looks that have ended, each of the reports that answers one included. */
  looks: number;
  status: "pending" | "processing" | "success" | "failed";
  provider_state: Notice["state"] | null;
  utr: string | null;
  reason: string | null;
  providerReference: string | null;
  rawState: string | null;
  providerFeePaise: bigint | null;
  providerTaxPaise: bigint | null;
}

/** What one report does to it. */
export interface Change {
  readonly effect: Exclude<Effect, "nothing">;
  readonly payout: OpenPayout;
  /** The line for the timeline; a status check that brings no news writes none. */
  readonly event: PayoutEvent | undefined;
  readonly detail: string | null;
  readonly says: Notice["state"];
}
