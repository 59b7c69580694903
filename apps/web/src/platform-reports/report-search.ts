import { readPage } from "../common/lists/search-params.ts";

/** The page of the list from the URL. */
export function readReportSearch(search: Record<string, unknown>): { page?: number | undefined } {
  return { page: readPage(search["page"]) };
}
