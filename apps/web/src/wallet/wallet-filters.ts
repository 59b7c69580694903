import { readHistorySearch, type HistorySearch } from "../common/lists/history-search.ts";
import { readDays, readOption, readPage, type Paged } from "../common/lists/search-params.ts";

export const transactionTypeFilters = ["credit", "debit"] as const;

export interface WalletFilters {
  type?: (typeof transactionTypeFilters)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Wallet History from the URL. */
export function readWalletFilters(
  search: Record<string, unknown>,
): Paged<WalletFilters> & HistorySearch {
  return {
    type: readOption(search["type"], transactionTypeFilters),
    ...readDays(search["from"], search["to"]),
    ...withoutAmounts(readHistorySearch(search)),
    page: readPage(search["page"]),
  };
}

/** Credits and debits are of several kinds, so they have no order by amount. */
function withoutAmounts({ sort, ...rest }: HistorySearch): HistorySearch {
  return { ...rest, sort: sort === "oldest" ? sort : undefined };
}
