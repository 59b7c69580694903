import { readText } from "../common/lists/search-params.ts";

/** The proposal that the page opens, from a notification, and the words by which it is searched. */
export function readSettingsSearch(search: Record<string, unknown>): {
  proposal?: string | undefined;
  search?: string | undefined;
} {
  return { proposal: readText(search["proposal"]), search: readText(search["search"]) };
}
