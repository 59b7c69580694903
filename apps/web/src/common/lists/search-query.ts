import type { HistorySearch } from "./history-search.ts";

/** The same search as its call takes it. */
export function searchQuery({ search, sort, after }: HistorySearch) {
  return { search, sort: sort ?? "newest", ...(after !== undefined && { after }) } as const;
}
