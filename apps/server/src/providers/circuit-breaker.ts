/** A provider's measurements of the last minutes. */
export interface ProviderHealth {
  /** The names of settings without a value. */
  readonly missing: readonly string[];
  /** Why the last health check failed; null when it succeeded. */
  readonly probeError: string | null;
  /** Calls of the last `windowMinutes`: with a clear answer, and without one. */
  readonly answered: number;
  readonly unanswered: number;
  /** The median duration of these calls; null when there were none. */
  readonly medianMs: number | null;
}

/** Older calls don't count. */
export const windowMinutes = 3;
/** Older health checks don't count, because the process that runs them may have crashed. */
export const probeSecondsMax = 120;
/** Fewer unanswered calls may be chance. */
const unansweredMin = 10;
const unansweredShare = 0.5;
const medianMsMax = 8_000;

/**
 * Why the circuit breaker is open, as the end of a sentence; undefined while it is closed. It
 * closes when the bad calls leave the window or a health check succeeds; new payouts then use the
 * provider again.
 */
export function openReason(health: ProviderHealth): string | undefined {
  const { missing, probeError, answered, unanswered, medianMs } = health;
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
