import { withinMs } from "./latency.ts";

/** Rows of `provider_minutes`, or of what is grouped from them. */
export interface MeasuredRow {
  readonly answered: number;
  readonly unclear: number;
  readonly broken: number;
  readonly paid: number;
  readonly refused: number;
  readonly latency: readonly number[];
  readonly slowest_ms: number;
}

/** Sums of measured minutes as the contract's calls tell them. */
export function railFiguresOf(rows: readonly MeasuredRow[]) {
  const sum = (of: (row: MeasuredRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const latency = rows.reduce<readonly number[]>(
    (total, row) => row.latency.map((calls, slot) => calls + (total[slot] ?? 0)),
    [],
  );
  const slowestMs = Math.max(0, ...rows.map((row) => row.slowest_ms));
  return {
    answered_count: sum((row) => row.answered),
    unclear_count: sum((row) => row.unclear),
    broken_count: sum((row) => row.broken),
    median_ms: withinMs(latency, 0.5, slowestMs),
    slow_ms: withinMs(latency, 0.95, slowestMs),
    paid_count: sum((row) => row.paid),
    refused_count: sum((row) => row.refused),
  };
}
