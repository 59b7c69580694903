/** Of the payouts that reached an end, in whole percent; null when none did. */
export function successRate(successes: bigint, ended: bigint): number | null {
  return ended === 0n ? null : Math.round((Number(successes) * 100) / Number(ended));
}
