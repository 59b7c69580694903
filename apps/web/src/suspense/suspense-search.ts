import { readOption, readPage, type Paged } from "../common/lists/search-params.ts";

export interface SuspenseFilters {
  /** Undefined shows the waiting ones. */
  status?: "decided" | "all" | undefined;
}

export function readSuspenseSearch(search: Record<string, unknown>): Paged<SuspenseFilters> {
  return {
    status: readOption(search["status"], ["decided", "all"]),
    page: readPage(search["page"]),
  };
}
