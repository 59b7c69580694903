import { expect, test } from "vitest";
import { periodPresets, findPresetLabel, thisMonth } from "./periods.ts";

const periodOf = (label: string, today: string) => {
  const preset = periodPresets(today).find((one) => one.label === label);
  return [preset?.from, preset?.to];
};

test("gives this and last month, across a new year and in a leap year [14.5]", () => {
  expect(periodOf("This month", "2026-11-21")).toEqual(["2026-11-01", "2026-11-21"]);
  expect(periodOf("Last month", "2026-11-21")).toEqual(["2026-10-01", "2026-10-31"]);
  expect(periodOf("Last month", "2027-01-01")).toEqual(["2026-12-01", "2026-12-31"]);
  expect(periodOf("Last month", "2028-03-31")).toEqual(["2028-02-01", "2028-02-29"]);
});

test("runs a financial year from April to March [14.5]", () => {
  expect(periodOf("This financial year", "2026-03-31")).toEqual(["2025-04-01", "2026-03-31"]);
  expect(periodOf("This financial year", "2026-04-01")).toEqual(["2026-04-01", "2026-04-01"]);
  expect(periodOf("Last financial year", "2026-03-31")).toEqual(["2024-04-01", "2025-03-31"]);
  expect(periodOf("Last financial year", "2026-11-21")).toEqual(["2025-04-01", "2026-03-31"]);
});

test("labels days that match a preset, and no others", () => {
  const today = "2026-11-21";
  expect(findPresetLabel({ from: "2026-10-01", to: "2026-10-31" }, today)).toBe("Last month");
  expect(findPresetLabel({ from: "2026-10-02", to: "2026-10-31" }, today)).toBeUndefined();
  expect(findPresetLabel(thisMonth(today), today)).toBe("This month");
});
