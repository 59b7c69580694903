import { readText } from "../common/lists/search-params.ts";

/** The payout whose outcome the page opens, from a notification. */
export function readActivitySearch(search: Record<string, unknown>): {
  payout?: string | undefined;
  reference?: string | undefined;
} {
  return { payout: readText(search["payout"]), reference: readText(search["reference"]) };
}
