import { describe, expect, test } from "vitest";
import { parseFinishedDay, formatDayInput, formatDayTyping, parseDay } from "./parse-day.ts";

test.each([
  ["21/11/2026", "2026-11-21"],
  ["1/2/2026", "2026-02-01"],
  ["21-11-2026", "2026-11-21"],
  ["21.11.2026", "2026-11-21"],
  ["21 11 2026", "2026-11-21"],
  ["21112026", "2026-11-21"],
  ["2026-11-21", "2026-11-21"],
  ["29/02/2028", "2028-02-29"],
  // The month comes second, so an American date is no other day.
  ["11/21/2026", undefined],
  ["29/02/2026", undefined],
  ["31/04/2026", undefined],
  ["21/11/20", undefined],
  ["21/11", undefined],
  ["", undefined],
])("reads a typed date as day, month, year: %s is %s", (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test("accepts a two-digit year only after leaving the field", () => {
  expect(parseDay("21/11/26")).toBeUndefined();
  expect(parseFinishedDay("21/11/26")).toBe("2026-11-21");
  expect(parseFinishedDay("31/02/26")).toBeUndefined();
});

test("shows a date as DD/MM/YYYY and any other text unchanged [27.24]", () => {
  expect(formatDayInput("2026-11-05")).toBe("05/11/2026");
  expect(formatDayInput("31/02/2026")).toBe("31/02/2026");
  expect(formatDayInput("")).toBe("");
});

describe("typing", () => {
  const typed = (keys: string) =>
    [...keys].reduce((text, key) => formatDayTyping(text + key, text), "");

  test("adds the slashes to typed digits", () => {
    expect(typed("21112026")).toBe("21/11/2026");
    expect(typed("211120269")).toBe("21/11/2026");
  });

  test("does not double typed slashes", () => {
    expect(typed("21/11/2026")).toBe("21/11/2026");
    expect(typed("5/1/2026")).toBe("5/1/2026");
  });

  test("drops letters, and a slash can be deleted", () => {
    expect(typed("2a1x")).toBe("21/");
    expect(formatDayTyping("21", "21/")).toBe("21");
  });
});
