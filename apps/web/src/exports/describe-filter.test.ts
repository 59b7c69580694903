import { expect, test } from "vitest";
import { describeFilter } from "./describe-filter.ts";

test("describes a filter in words, and no filter as everything", () => {
  expect(describeFilter({})).toBe("Everything");
  expect(describeFilter({ status: "all", type: "all" })).toBe("Everything");
  expect(describeFilter({ type: "debit", from: "2026-04-01", to: "2026-11-21" })).toBe(
    "Debit, 01 Apr 2026 to 21 Nov 2026",
  );
  expect(describeFilter({ status: "pending", utr: "ICIC", from: "2026-04-01" })).toBe(
    "Pending, UTR with ICIC, from 01 Apr 2026",
  );
  expect(describeFilter({ to: "2026-04-01" })).toBe("Until 01 Apr 2026");
});
