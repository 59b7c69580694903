/** What was seen of a rail in the last minutes. */
export interface RailSigns {
  /** Settings without a value, by name. */
  readonly missing: readonly string[];
  /** Why it did not answer when it was last asked for a sign of life; null when it did. */
  readonly probeError: string | null;
  /** Calls of the last `windowMinutes`: with a clear answer, and without one. */
  readonly answered: number;
  readonly unanswered: number;
  /** Within this half of those calls had their answer; null when there were none. */
  readonly medianMs: number | null;
}

/** Calls that are older say nothing of now. */
export const windowMinutes = 3;
/** A look that is older is no sign: whoever looks may have died. */
export const probeSecondsMax = 120;
/** Fewer may be bad luck. */
const unansweredMin = 10;
const unansweredShare = 0.5;
const medianMsMax = 8_000;

/**
 * Why new payouts pass a rail over, as the end of a sentence; undefined for a rail that is well.
 * A rail that is given nothing heals by itself: its bad calls fall out of the window, or a look
 * finds it well, and then it is tried again.
 */
export function whyUnwell(signs: RailSigns): string | undefined {
  const { missing, probeError, answered, unanswered, medianMs } = signs;
  const all = answered + unanswered;
  if (missing.length > 0) return `it is not set up: ${missing.join(", ")}`;
  if (probeError !== null) return `it does not answer: ${probeError}`;
  if (unanswered >= unansweredMin && unanswered >= all * unansweredShare) {
    return `${unanswered} of its last ${all} calls had no clear answer`;
  }
  if (all >= unansweredMin && medianMs !== null && medianMs > medianMsMax) {
    return `half of its answers take longer than ${medianMsMax / 1_000} seconds`;
  }
  return undefined;
}
