import { expect, test } from "vitest";
import { formatRunway } from "./runway.ts";

test.each([
  [0, "0 hours"],
  [1, "1 hour"],
  [2.5, "2.5 hours"],
  [71.9, "71.9 hours"],
  [72, "3 days"],
  [24_000, "1,000 days"],
])("a balance of %s hours lasts %s", (hours, text) => {
  expect(formatRunway(hours)).toBe(text);
});
