import { readDays } from "../common/lists/search-params.ts";

export interface AnalyticsPeriod {
  /** Days; the last 30 unless both are set. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The period from the URL. */
export function readAnalyticsPeriod(search: Record<string, unknown>): AnalyticsPeriod {
  const { from, to } = readDays(search["from"], search["to"]);
  return from && to ? { from, to } : {};
}
