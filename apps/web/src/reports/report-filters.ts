import { financialYearOf } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import { dayIn, pageIn } from "../search.ts";

export interface ReportFilters {
  /** The statement's days; without both it is this month's. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
  /** The financial year of the GST summary, by its first calendar year. */
  year?: number | undefined;
}

/** What the Reports page shows, as it stands in the address. */
export function readReportFilters(search: Record<string, unknown>): ReportFilters {
  return {
    from: dayIn(search["from"]),
    to: dayIn(search["to"]),
    page: pageIn(search["page"]),
    year: yearIn(search["year"]),
  };
}

/** One of the years to choose from; the running one is the default. */
function yearIn(value: unknown): number | undefined {
  const year = Number(value);
  return yearsToChoose().slice(1).includes(year) ? year : undefined;
}

const yearsBack = 6;

/** This financial year and those before it, by their first calendar years. */
export function yearsToChoose(today = todayInIndia()): number[] {
  const running = financialYearOf(today);
  return Array.from({ length: yearsBack + 1 }, (_, back) => running - back);
}
