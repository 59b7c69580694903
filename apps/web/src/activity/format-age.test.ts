import { expect, test } from "vitest";
import { formatAge, formatTimeUntil } from "./format-age.ts";

const now = Date.parse("2026-11-21T08:00:00Z");

test.for([
  ["2026-11-21T08:00:05Z", "0 s"],
  ["2026-11-21T07:59:15Z", "45 s"],
  ["2026-11-21T07:53:48Z", "6 min 12 s"],
  ["2026-11-20T07:00:00Z", "25 h"],
  ["2026-11-17T07:00:00Z", "4 days"],
] as const)("formats %s as %s ago", ([at, age]) => {
  expect(formatAge(at, now)).toBe(age);
});

test("formats a future time as a duration, and a past one as now", () => {
  expect(formatTimeUntil("2026-11-21T08:00:45Z", now)).toBe("in 45 s");
  expect(formatTimeUntil("2026-11-21T07:59:00Z", now)).toBe("now");
});
