import { expect, test } from "vitest";
import { readDay, readDays, readOption, readPage, readText } from "./search-params.ts";

test("reads a filter of the address and ignores other values", () => {
  expect(readOption("failed", ["success", "failed"])).toBe("failed");
  expect(readOption("all", ["success", "failed"])).toBeUndefined();
  expect(readOption(7, ["success"])).toBeUndefined();
});

test("reads a date only as YYYY-MM-DD", () => {
  expect(readDay("2026-11-20")).toBe("2026-11-20");
  expect(readDay("20/11/2026")).toBeUndefined();
  expect(readDay(undefined)).toBeUndefined();
});

test("the first page is the default and stays out of the address", () => {
  expect(readPage("3")).toBe(3);
  expect(readPage("1")).toBeUndefined();
  expect(readPage("-2")).toBeUndefined();
  expect(readPage("2.5")).toBeUndefined();
  expect(readPage("1e99")).toBeUndefined();
});

test("trims and cuts a text; empty text is undefined [23.67]", () => {
  expect(readText("  AXIS123  ")).toBe("AXIS123");
  expect(readText("   ")).toBeUndefined();
  expect(readText("x".repeat(200))).toHaveLength(100);
});

test("ignores an invalid period", () => {
  expect(readDays("2026-11-01", "2026-11-20")).toEqual({ from: "2026-11-01", to: "2026-11-20" });
  expect(readDays("2026-11-01", undefined)).toEqual({ from: "2026-11-01", to: undefined });
  expect(readDays("2026-11-20", "2026-11-01")).toEqual({});
  expect(readDays("2026-02-31", undefined)).toEqual({});
  expect(readDays(undefined, "2199-01-01")).toEqual({});
});

test("reads digits that the router parsed as a number [21.6]", () => {
  expect(readText(9811000004)).toBe("9811000004");
  expect(readText("9811000004")).toBe("9811000004");
  expect(readText(true)).toBeUndefined();
});
