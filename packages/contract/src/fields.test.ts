import { describe, expect, test } from "vitest";
import { dateRangeErrors, isRealDay, todayInIndia } from "./fields.ts";

describe("a range of days", () => {
  const errors = (from?: string, to?: string) => dateRangeErrors({ from, to }, "2026-11-21");

  test("may be open at either end, and a single day", () => {
    expect(errors()).toEqual({});
    expect(errors("2026-11-01")).toEqual({});
    expect(errors(undefined, "2026-11-21")).toEqual({});
    expect(errors("2026-11-21", "2026-11-21")).toEqual({});
  });

  test("does not run backwards [26.18]", () => {
    expect(errors("2026-11-20", "2026-11-19")).toEqual({
      from: "From date cannot be after the to date",
    });
  });

  test("rejects a future date at each end of the range [26.18]", () => {
    expect(errors("2026-11-22", "2026-11-23")).toEqual({
      from: "From date cannot be in the future",
      to: "To date cannot be in the future",
    });
  });

  test("accepts only days that exist", () => {
    expect(errors("31/02/2026", "21/1")).toEqual({
      from: "Enter a real date as DD/MM/YYYY",
      to: "Enter a real date as DD/MM/YYYY",
    });
    expect(isRealDay("2026-02-31")).toBe(false);
    expect(isRealDay("2028-02-29")).toBe(true);
    expect(["0000-01-01", "0001-01-01", "1899-12-31", "1900-01-01"].map(isRealDay)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

test("today is the day in India, also while London has the day before", () => {
  expect(todayInIndia(new Date("2026-11-20T18:29:59Z"))).toBe("2026-11-20");
  expect(todayInIndia(new Date("2026-11-20T18:30:00Z"))).toBe("2026-11-21");
});
