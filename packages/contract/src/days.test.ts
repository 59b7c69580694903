import { expect, test } from "vitest";
import { addDays, countDays, listDays } from "./days.ts";

test("a period has both its ends, over months and leap days", () => {
  expect(listDays("2028-02-27", "2028-03-01")).toEqual([
    "2028-02-27",
    "2028-02-28",
    "2028-02-29",
    "2028-03-01",
  ]);
  expect(countDays("2026-11-21", "2026-11-21")).toBe(1);
  expect(countDays("2025-11-22", "2026-11-21")).toBe(365);
});

test("a day later and a day earlier", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

test("a period that ends before it begins has no days", () => {
  expect(listDays("2026-11-21", "2026-11-20")).toEqual([]);
});
