import { financialYearOf } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import { reportGroups, type ReportGroup } from "@rokad/contract/report-groups";
import { readDay, readOption, readPage } from "../common/lists/search-params.ts";

export interface ReportFilters {
  /** The statement's days; this month unless both are set. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
  /** The financial year of the GST summary, by its first calendar year. */
  year?: number | undefined;
  /** What payouts are grouped by; undefined for the default, beneficiaries. */
  by?: Exclude<ReportGroup, "beneficiary"> | undefined;
}

/** The period, page and year of Reports from the URL. */
export function readReportFilters(search: Record<string, unknown>): ReportFilters {
  return {
    from: readDay(search["from"]),
    to: readDay(search["to"]),
    page: readPage(search["page"]),
    year: readYear(search["year"]),
    by: readGroup(search["by"]),
  };
}

function readGroup(value: unknown): ReportFilters["by"] {
  const group = readOption(value, reportGroups);
  return group === "beneficiary" ? undefined : group;
}

/** A selectable year; undefined for the current year, which is the default. */
function readYear(value: unknown): number | undefined {
  const year = Number(value);
  return selectableYears().slice(1).includes(year) ? year : undefined;
}

const yearsBack = 6;

/** The current financial year and the six before it, by their first calendar year. */
export function selectableYears(today = todayInIndia()): number[] {
  const currentYear = financialYearOf(today);
  return Array.from({ length: yearsBack + 1 }, (_, back) => currentYear - back);
}
