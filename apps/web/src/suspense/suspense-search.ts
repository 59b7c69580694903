import { oneOf, pageIn, type Paged } from "../search.ts";

export interface SuspenseFilters {
  /** Those that wait, unless told. */
  status?: "decided" | "all" | undefined;
}

export function readSuspenseSearch(search: Record<string, unknown>): Paged<SuspenseFilters> {
  return { status: oneOf(search["status"], ["decided", "all"]), page: pageIn(search["page"]) };
}
