import { percentileMs } from "./latency.ts";

/** Rows of `provider_minutes`, or groups of them. */
export interface ProviderMinutes {
  readonly answered: number;
  readonly unclear: number;
  readonly broken: number;
  readonly paid: number;
  readonly refused: number;
  readonly latency: readonly number[];
  readonly slowest_ms: number;
}

/** The figures of several measured minutes together, as the API returns them. */
export function providerFiguresOf(rows: readonly ProviderMinutes[]) {
  const total = (of: (row: ProviderMinutes) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0);
  const latency = rows.reduce<readonly number[]>(
    (counts, row) => row.latency.map((calls, bucket) => calls + (counts[bucket] ?? 0)),
    [],
  );
  const slowestMs = Math.max(0, ...rows.map((row) => row.slowest_ms));
  return {
    answered_count: total((row) => row.answered),
    unclear_count: total((row) => row.unclear),
    broken_count: total((row) => row.broken),
    median_ms: percentileMs(latency, 0.5, slowestMs),
    slow_ms: percentileMs(latency, 0.95, slowestMs),
    paid_count: total((row) => row.paid),
    refused_count: total((row) => row.refused),
  };
}
