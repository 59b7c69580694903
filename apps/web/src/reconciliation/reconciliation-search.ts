import { readDay, readPage, readText } from "../common/lists/search-params.ts";

export interface DifferenceFilters {
  adapter?: string | undefined;
  day?: string | undefined;
  /** A difference kind. The page checks it, so the routes need not load the contract. */
  kind?: string | undefined;
  /** Undefined shows the open ones. */
  state?: string | undefined;
}

export interface ReconciliationSearch extends DifferenceFilters {
  page?: number | undefined;
  /** The page of the runs. */
  runs?: number | undefined;
}

export function readReconciliationSearch(search: Record<string, unknown>): ReconciliationSearch {
  return {
    adapter: readText(search["adapter"]),
    day: readDay(search["day"]),
    kind: readText(search["kind"]),
    state: readText(search["state"]),
    page: readPage(search["page"]),
    runs: readPage(search["runs"]),
  };
}
