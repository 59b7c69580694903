/** Seconds after each failed attempt: ten attempts within 75 hours and 35 minutes. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const jitter = 0.1;
const longestPauseSeconds = 24 * 3_600;
/** An endpoint without any success for so long is disabled. */
export const disabledAfterSeconds = 5 * 24 * 3_600;

/**
 * Seconds until the next attempt; undefined after the last one.
 * @param tries attempts so far. @param leastSeconds of `Retry-After`. @param random from 0 to 1.
 */
export function pauseAfter(
  tries: number,
  leastSeconds: number | undefined,
  random = Math.random(),
): number | undefined {
  const pause = pauses[tries - 1];
  if (pause === undefined) return undefined;
  const spread = pause * (1 - jitter + 2 * jitter * random);
  return Math.max(spread, Math.min(leastSeconds ?? 0, longestPauseSeconds));
}

/** The header `Retry-After` in seconds: a number, or a date (RFC 9110, 10.2.3). */
export function retryAfterSeconds(header: string | undefined, at: Date): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - at.getTime()) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
