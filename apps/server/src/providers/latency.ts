/** Upper bounds of the buckets in milliseconds; the last bucket has none. */
const boundsMs = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const;

/** The number of buckets of a latency histogram. */
export const latencyBuckets = boundsMs.length + 1;

export function bucketOf(ms: number): number {
  const bucket = boundsMs.findIndex((bound) => ms <= bound);
  return bucket === -1 ? boundsMs.length : bucket;
}

/**
 * The percentile of a histogram, interpolated inside its bucket and at most the slowest call.
 * @param share from 0 to 1: 0.5 is the median.
 * @returns whole milliseconds; null for an empty histogram.
 */
export function percentileMs(
  latency: readonly number[],
  share: number,
  slowestMs: number,
): number | null {
  const total = latency.reduce((sum, calls) => sum + calls, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [bucket, calls] of latency.entries()) {
    if (left > calls) {
      left -= calls;
      continue;
    }
    const from = boundsMs[bucket - 1] ?? 0;
    const to = Math.min(boundsMs[bucket] ?? slowestMs, slowestMs);
    return Math.round(from + Math.max(to - from, 0) * (left / calls));
  }
  return slowestMs;
}
