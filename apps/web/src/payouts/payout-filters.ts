import type { Payout } from "@rokad/contract/payouts";
import type { FundsFilter } from "@rokad/contract/waiting-for-funds";
import { readHistorySearch, type HistorySearch } from "../common/lists/history-search.ts";
import { readDays, readOption, readPage, type Paged } from "../common/lists/search-params.ts";

export const payoutStatusFilters = [
  "success",
  "pending",
  "processing",
  "failed",
  "cancelled",
  "waiting_for_funds",
  "not_funded",
] as const satisfies readonly (Payout["status"] | FundsFilter)[];

export interface PayoutFilters {
  status?: Payout["status"] | FundsFilter | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Payout History from the URL. */
export function readPayoutFilters(
  search: Record<string, unknown>,
): Paged<PayoutFilters> & HistorySearch {
  return {
    status: readOption(search["status"], payoutStatusFilters),
    ...readDays(search["from"], search["to"]),
    ...readHistorySearch(search),
    page: readPage(search["page"]),
  };
}
