import { expect, test } from "vitest";
import { timeAgo } from "./time-ago.ts";

const now = Date.parse("2026-11-21T09:00:00Z");

test.each([
  ["2026-11-21T08:59:30Z", "just now"],
  ["2026-11-21T09:00:20Z", "just now"],
  ["2026-11-21T08:59:00Z", "1 minute ago"],
  ["2026-11-21T06:30:00Z", "2 hours ago"],
  ["2026-11-20T09:00:00Z", "1 day ago"],
  ["2026-11-01T09:00:00Z", "2 weeks ago"],
  ["2026-09-01T09:00:00Z", "2 months ago"],
  ["2024-11-20T09:00:00Z", "2 years ago"],
])("%s was %s [21.7]", (instant, words) => {
  expect(timeAgo(instant, now)).toBe(words);
});
