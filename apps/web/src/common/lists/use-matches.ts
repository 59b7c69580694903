import type { Answer, Input } from "@rokad/contract/call";
import type {
  searchDeposits,
  searchPayouts,
  searchWalletHistory,
} from "@rokad/contract/history-search";
import { useApi } from "../../api/use-api.ts";
import { isSearching, type HistorySearch } from "./history-search.ts";
import { searchQuery } from "./search-query.ts";

type SearchCall = typeof searchPayouts | typeof searchDeposits | typeof searchWalletHistory;

/** A page of matches, with the search that it belongs to. */
export interface Matches<Row> {
  readonly search: HistorySearch;
  readonly answer:
    | { readonly data: readonly Row[]; readonly next: string | null; readonly is_too_wide: boolean }
    | undefined;
  readonly error: Error | undefined;
  readonly refreshing: boolean;
  readonly retrying: boolean;
  readonly reload: () => Promise<void>;
  readonly retry: () => void;
}

/** The rows of a history's search; undefined while nothing is searched. */
export function useMatches<C extends SearchCall>(
  call: C,
  search: HistorySearch,
  filters: Omit<NonNullable<Input<C>["query"]>, "search" | "sort" | "after" | "limit">,
): Matches<Answer<C>["data"][number]> | undefined {
  const searching = isSearching(search);
  const query = { ...filters, ...searchQuery(search) };
  const { data, error, isOld, isValidating, mutate, reload } = useApi<SearchCall>(
    call,
    searching ? { query } : null,
    { dedupeSeconds: 30, onFocus: false, keepPrevious: true },
  );
  if (!searching) return undefined;
  return {
    search,
    answer: data as Matches<Answer<C>["data"][number]>["answer"],
    error: data ? undefined : error,
    refreshing: isOld,
    retrying: error !== undefined && isValidating,
    reload,
    retry: () => void mutate(),
  };
}
