import { describe, expect, test } from "vitest";
import { finishedDay, shownDay, tidyTyping, typedDay } from "./typed-day.ts";

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
])("a typed day is day, month, year: %s means %s", (text, day) => {
  expect(typedDay(text)).toBe(day);
});

test("a year of two digits counts once the field is left, not on the way to four", () => {
  expect(typedDay("21/11/26")).toBeUndefined();
  expect(finishedDay("21/11/26")).toBe("2026-11-21");
  expect(finishedDay("31/02/26")).toBeUndefined();
});

test("a day is shown as DD/MM/YYYY, and what is no day as it was typed", () => {
  expect(shownDay("2026-11-05")).toBe("05/11/2026");
  expect(shownDay("31/02/2026")).toBe("31/02/2026");
  expect(shownDay("")).toBe("");
});

describe("typing", () => {
  const typed = (keys: string) => [...keys].reduce((text, key) => tidyTyping(text + key, text), "");

  test("digits alone make a date with its slashes", () => {
    expect(typed("21112026")).toBe("21/11/2026");
    expect(typed("211120269")).toBe("21/11/2026");
  });

  test("slashes that are typed as well do not come twice", () => {
    expect(typed("21/11/2026")).toBe("21/11/2026");
    expect(typed("5/1/2026")).toBe("5/1/2026");
  });

  test("letters do not arrive, and a slash can be taken back", () => {
    expect(typed("2a1x")).toBe("21/");
    expect(tidyTyping("21", "21/")).toBe("21");
  });
});
