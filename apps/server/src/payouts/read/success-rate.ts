/** Successes among finished payouts in whole percent; null when none is finished. */
export function successRate(successes: bigint, finished: bigint): number | null {
  return finished === 0n ? null : Math.round((Number(successes) * 100) / Number(finished));
}
