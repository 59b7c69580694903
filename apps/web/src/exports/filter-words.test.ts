import { expect, test } from "vitest";
import { wordsOfFilter } from "./filter-words.ts";

test("a filter is told in words, and none is everything", () => {
  expect(wordsOfFilter({})).toBe("Everything");
  expect(wordsOfFilter({ status: "all", type: "all" })).toBe("Everything");
  expect(wordsOfFilter({ type: "debit", from: "2026-04-01", to: "2026-11-21" })).toBe(
    "Debit, 01 Apr 2026 to 21 Nov 2026",
  );
  expect(wordsOfFilter({ status: "pending", utr: "ICIC", from: "2026-04-01" })).toBe(
    "Pending, UTR with ICIC, from 01 Apr 2026",
  );
  expect(wordsOfFilter({ to: "2026-04-01" })).toBe("Until 01 Apr 2026");
});
