import { expect, test } from "vitest";
import { periodOf } from "./periods.ts";

test.each([
  ["7 days", "2026-11-15", "2026-11-21"],
  ["30 days", "2026-10-23", "2026-11-21"],
  ["90 days", "2026-08-24", "2026-11-21"],
  ["This month", "2026-11-01", "2026-11-21"],
  ["Last month", "2026-10-01", "2026-10-31"],
] as const)("%s runs from %s to %s [5.30]", (name, from, to) => {
  expect(periodOf(name, "2026-11-21")).toEqual({ from, to });
});

test("last month in January is December of the previous year [5.30]", () => {
  expect(periodOf("Last month", "2027-01-05")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});
