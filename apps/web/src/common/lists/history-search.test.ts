import { expect, test } from "vitest";
import { isSearching, readHistorySearch } from "./history-search.ts";
import { searchQuery } from "./search-query.ts";

test("reads a search, its order and its page from the address", () => {
  expect(readHistorySearch({ search: " asha ", sort: "largest", after: "abc" })).toEqual({
    search: "asha",
    sort: "largest",
    after: "abc",
  });
  expect(readHistorySearch({ search: "1500", sort: "newest" }).sort).toBeUndefined();
  expect(readHistorySearch({ sort: "cheapest" }).sort).toBeUndefined();
});

test("a page without a search is none: an old link opens the history", () => {
  const search = readHistorySearch({ after: "abc" });
  expect([search.after, isSearching(search)]).toEqual([undefined, false]);
});

test("the oldest rows need a text, because pages lead to them", () => {
  expect(isSearching(readHistorySearch({ sort: "oldest" }))).toBe(false);
  expect(isSearching(readHistorySearch({ sort: "oldest", search: "asha" }))).toBe(true);
});

test("a call gets the order by time when the address has none", () => {
  expect(searchQuery({ search: "asha" })).toEqual({ search: "asha", sort: "newest" });
});
