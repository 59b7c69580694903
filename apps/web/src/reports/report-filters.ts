import { dayIn, pageIn } from "../search.ts";

export interface ReportFilters {
  /** The statement's days; without both it is this month's. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

/** What the Reports page shows, as it stands in the address. */
export function readReportFilters(search: Record<string, unknown>): ReportFilters {
  return {
    from: dayIn(search["from"]),
    to: dayIn(search["to"]),
    page: pageIn(search["page"]),
  };
}
