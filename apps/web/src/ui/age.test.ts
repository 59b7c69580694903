import { expect, test } from "vitest";
import { formatAge } from "./age.tsx";

const now = Date.parse("2026-11-21T10:00:00Z");

test.for([
  ["2026-11-21T10:00:30Z", "just now"],
  ["2026-11-21T09:59:30Z", "just now"],
  ["2026-11-21T09:59:00Z", "1 minute"],
  ["2026-11-21T09:00:01Z", "59 minutes"],
  ["2026-11-21T09:00:00Z", "1 hour"],
  ["2026-11-20T10:00:01Z", "23 hours"],
  ["2026-11-20T10:00:00Z", "1 day"],
  ["2026-11-09T10:00:00Z", "12 days"],
] as const)("%s is %s old", ([instant, age]) => {
  expect(formatAge(instant, now)).toBe(age);
});
