import { dayIn, pageIn, textIn } from "../search.ts";

export interface DifferenceFilters {
  adapter?: string | undefined;
  day?: string | undefined;
  /** A kind of the contract, which the page looks up: the site map stays small. */
  kind?: string | undefined;
  /** Those that are open, unless told. */
  state?: string | undefined;
}

export interface ReconciliationSearch extends DifferenceFilters {
  page?: number | undefined;
  /** The page of the runs. */
  runs?: number | undefined;
}

export function readReconciliationSearch(search: Record<string, unknown>): ReconciliationSearch {
  return {
    adapter: textIn(search["adapter"]),
    day: dayIn(search["day"]),
    kind: textIn(search["kind"]),
    state: textIn(search["state"]),
    page: pageIn(search["page"]),
    runs: pageIn(search["runs"]),
  };
}
