/** Up to so many milliseconds, one slot each; the last slot is for everything beyond. */
const stepsMs = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const;

/** How many counts a measured minute has. */
export const latencySlots = stepsMs.length + 1;

export function slotOf(ms: number): number {
  const slot = stepsMs.findIndex((step) => ms <= step);
  return slot === -1 ? stepsMs.length : slot;
}

/**
 * The time within which `share` of the calls were answered, as near as the slots tell: evenly
 * spread inside a slot, and never beyond the slowest.
 * @returns whole milliseconds; null when nothing was counted.
 */
export function withinMs(
  latency: readonly number[],
  share: number,
  slowestMs: number,
): number | null {
  const total = latency.reduce((sum, calls) => sum + calls, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [slot, calls] of latency.entries()) {
    if (left > calls) {
      left -= calls;
      continue;
    }
    const from = stepsMs[slot - 1] ?? 0;
    const to = Math.min(stepsMs[slot] ?? slowestMs, slowestMs);
    return Math.round(from + Math.max(to - from, 0) * (left / calls));
  }
  return slowestMs;
}
