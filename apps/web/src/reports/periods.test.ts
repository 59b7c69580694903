import { expect, test } from "vitest";
import { periodOf, presetOf } from "./periods.ts";

test("this and last month, over the turn of a year and in a leap year", () => {
  expect(periodOf("this-month", "2026-11-21")).toEqual({ from: "2026-11-01", to: "2026-11-21" });
  expect(periodOf("last-month", "2026-11-21")).toEqual({ from: "2026-10-01", to: "2026-10-31" });
  expect(periodOf("last-month", "2027-01-01")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(periodOf("last-month", "2028-03-31")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
});

test("a financial year runs from April to March", () => {
  expect(periodOf("this-year", "2026-03-31")).toEqual({ from: "2025-04-01", to: "2026-03-31" });
  expect(periodOf("this-year", "2026-04-01")).toEqual({ from: "2026-04-01", to: "2026-04-01" });
  expect(periodOf("last-year", "2026-11-21")).toEqual({ from: "2025-04-01", to: "2026-03-31" });
});

test("days that are a preset are known as it, and others as none", () => {
  expect(presetOf({ from: "2026-10-01", to: "2026-10-31" }, "2026-11-21")).toBe("last-month");
  expect(presetOf({ from: "2026-10-02", to: "2026-10-31" }, "2026-11-21")).toBeUndefined();
});
