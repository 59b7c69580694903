import { readText } from "../common/lists/search-params.ts";

/** The proposal that the page opens, from a notification. */
export function readSettingsSearch(search: Record<string, unknown>): {
  proposal?: string | undefined;
} {
  return { proposal: readText(search["proposal"]) };
}
