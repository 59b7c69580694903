import { pageIn } from "../search.ts";

/** Which page of the list, as it stands in the address. */
export function readExportSearch(search: Record<string, unknown>): { page?: number | undefined } {
  return { page: pageIn(search["page"]) };
}
