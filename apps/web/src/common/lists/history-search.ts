import { searchOrders, type SearchOrder } from "@rokad/contract/search-orders";
import { readOption, readText } from "./search-params.ts";

/** What a history's address holds beside its filters. */
export interface HistorySearch {
  search?: string | undefined;
  /** Undefined: newest first. */
  sort?: Exclude<SearchOrder, "newest"> | undefined;
  /** The page of a search: the `next` of the one before. */
  after?: string | undefined;
}

export function readHistorySearch(address: Record<string, unknown>): HistorySearch {
  const search = readText(address["search"]);
  const sort = readOrder(address["sort"], search !== undefined);
  const isSearched = isSearching({ search, sort });
  return { search, sort, after: isSearched ? readText(address["after"], 200) : undefined };
}

/** An order by time needs a text: without one, the history's pages lead to the oldest rows. */
function readOrder(value: unknown, hasText: boolean): HistorySearch["sort"] {
  const sort = readOption(value, searchOrders);
  return sort === "newest" || (sort === "oldest" && !hasText) ? undefined : sort;
}

/** Whether the rows come from a search: a text, or an order that the history itself has not. */
export function isSearching({ search, sort }: HistorySearch): boolean {
  return search !== undefined || sort !== undefined;
}
