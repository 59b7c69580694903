import { readText } from "../common/lists/search-params.ts";

interface PayoutSearch {
  /** The payment request to edit; undefined for a new payout. */
  request?: string | undefined;
}

export function readPayoutSearch(search: Record<string, unknown>): PayoutSearch {
  return { request: readText(search["request"]) };
}
