import { daysIn } from "../search.ts";

export interface AnalyticsPeriod {
  /** Days; without both it is the last 30. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The period as it stands in the address. */
export function readAnalyticsPeriod(search: Record<string, unknown>): AnalyticsPeriod {
  const { from, to } = daysIn(search["from"], search["to"]);
  return from && to ? { from, to } : {};
}
