import type { Deposit } from "@rokad/contract/deposits";
import { readHistorySearch, type HistorySearch } from "../common/lists/history-search.ts";
import {
  readDays,
  readOption,
  readPage,
  readText,
  type Paged,
} from "../common/lists/search-params.ts";

export const depositStatusFilters = [
  "pending",
  "completed",
  "failed",
] as const satisfies readonly Deposit["status"][];

export interface DepositFilters {
  status?: Deposit["status"] | undefined;
  utr?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Deposit History from the URL. */
export function readDepositFilters(
  search: Record<string, unknown>,
): Paged<DepositFilters> & HistorySearch {
  return {
    status: readOption(search["status"], depositStatusFilters),
    utr: readText(search["utr"]),
    ...readDays(search["from"], search["to"]),
    ...readHistorySearch(search),
    page: readPage(search["page"]),
  };
}
