import { expect, test } from "vitest";
import { periodPresets, presetOf, thisMonth } from "./periods.ts";

const periodOf = (label: string, today: string) => {
  const preset = periodPresets(today).find((one) => one.label === label);
  return [preset?.from, preset?.to];
};

test("this and last month, over the turn of a year and in a leap year", () => {
  expect(periodOf("This month", "2026-11-21")).toEqual(["2026-11-01", "2026-11-21"]);
  expect(periodOf("Last month", "2026-11-21")).toEqual(["2026-10-01", "2026-10-31"]);
  expect(periodOf("Last month", "2027-01-01")).toEqual(["2026-12-01", "2026-12-31"]);
  expect(periodOf("Last month", "2028-03-31")).toEqual(["2028-02-01", "2028-02-29"]);
});

test("a financial year runs from April to March", () => {
  expect(periodOf("This financial year", "2026-03-31")).toEqual(["2025-04-01", "2026-03-31"]);
  expect(periodOf("This financial year", "2026-04-01")).toEqual(["2026-04-01", "2026-04-01"]);
  expect(periodOf("Last financial year", "2026-03-31")).toEqual(["2024-04-01", "2025-03-31"]);
  expect(periodOf("Last financial year", "2026-11-21")).toEqual(["2025-04-01", "2026-03-31"]);
});

test("days that are a preset are known as it, and others as none", () => {
  const today = "2026-11-21";
  expect(presetOf({ from: "2026-10-01", to: "2026-10-31" }, today)).toBe("Last month");
  expect(presetOf({ from: "2026-10-02", to: "2026-10-31" }, today)).toBeUndefined();
  expect(presetOf(thisMonth(today), today)).toBe("This month");
});
