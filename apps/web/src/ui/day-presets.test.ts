import { expect, test } from "vitest";
import { dayPresets } from "./day-presets.ts";

const periods = (today: string) =>
  Object.fromEntries(dayPresets(today).map(({ label, from, to }) => [label, [from, to]]));

test("the presets are whole days that end today or earlier", () => {
  expect(periods("2026-11-21")).toEqual({
    Today: ["2026-11-21", "2026-11-21"],
    Yesterday: ["2026-11-20", "2026-11-20"],
    "Last 7 days": ["2026-11-15", "2026-11-21"],
    "Last 30 days": ["2026-10-23", "2026-11-21"],
    "This month": ["2026-11-01", "2026-11-21"],
    "Last month": ["2026-10-01", "2026-10-31"],
    "This financial year": ["2026-04-01", "2026-11-21"],
  });
});

test("last month handles the turn of the year and the end of February", () => {
  expect(periods("2026-01-05")["Last month"]).toEqual(["2025-12-01", "2025-12-31"]);
  expect(periods("2028-03-31")["Last month"]).toEqual(["2028-02-01", "2028-02-29"]);
});

test("a financial year begins on 1 April", () => {
  expect(periods("2026-03-31")["This financial year"]).toEqual(["2025-04-01", "2026-03-31"]);
  expect(periods("2026-04-01")["This financial year"]).toEqual(["2026-04-01", "2026-04-01"]);
});
