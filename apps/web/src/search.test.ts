import { expect, test } from "vitest";
import { dayIn, daysIn, oneOf, pageIn, textIn } from "./search.ts";

test("a filter of the address is read, and anything else counts as not given", () => {
  expect(oneOf("failed", ["success", "failed"])).toBe("failed");
  expect(oneOf("all", ["success", "failed"])).toBeUndefined();
  expect(oneOf(7, ["success"])).toBeUndefined();
});

test("a day has the form YYYY-MM-DD", () => {
  expect(dayIn("2026-11-20")).toBe("2026-11-20");
  expect(dayIn("20/11/2026")).toBeUndefined();
  expect(dayIn(undefined)).toBeUndefined();
});

test("the first page is the default and stays out of the address", () => {
  expect(pageIn("3")).toBe(3);
  expect(pageIn("1")).toBeUndefined();
  expect(pageIn("-2")).toBeUndefined();
  expect(pageIn("2.5")).toBeUndefined();
  expect(pageIn("1e99")).toBeUndefined();
});

test("a text is trimmed, cut, and empty means none", () => {
  expect(textIn("  AXIS123  ")).toBe("AXIS123");
  expect(textIn("   ")).toBeUndefined();
  expect(textIn("x".repeat(200))).toHaveLength(100);
});

test("a period that no history could have counts as not given", () => {
  expect(daysIn("2026-11-01", "2026-11-20")).toEqual({ from: "2026-11-01", to: "2026-11-20" });
  expect(daysIn("2026-11-01", undefined)).toEqual({ from: "2026-11-01", to: undefined });
  expect(daysIn("2026-11-20", "2026-11-01")).toEqual({});
  expect(daysIn("2026-02-31", undefined)).toEqual({});
  expect(daysIn(undefined, "2199-01-01")).toEqual({});
});

test("digits alone are a text too, as the router hands them over", () => {
  expect(textIn(9811000004)).toBe("9811000004");
  expect(textIn("9811000004")).toBe("9811000004");
  expect(textIn(true)).toBeUndefined();
});
