import type { ObservationIndex } from "./index-observations.ts";

/** What must hold for all observations, in a sentence. */
export interface Claim {
  readonly claim: string;
  readonly check: (index: ObservationIndex) => ClaimCheck;
}

interface ClaimCheck {
  /** What was compared, with counts. */
  readonly checked: string;
  readonly violations: readonly string[];
}

export interface ClaimResult extends ClaimCheck {
  readonly claim: string;
}
