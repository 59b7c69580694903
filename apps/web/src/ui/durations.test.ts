import { expect, test } from "vitest";
import { formatDuration, formatHours } from "./durations.ts";

test.each([
  [0, "0 s"],
  [2.345, "2.3 s"],
  [42.4, "42 s"],
  [59.6, "1 min"],
  [250, "4 min 10 s"],
  [3600, "1 h"],
  [3900, "1 h 5 min"],
])("%s seconds is %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test("names whole days as days", () => {
  expect([1, 24, 36, 96].map(formatHours)).toEqual(["1 hour", "1 day", "36 hours", "4 days"]);
});
