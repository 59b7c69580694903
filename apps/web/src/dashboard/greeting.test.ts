import { expect, test } from "vitest";
import { greetingAt } from "./greeting.ts";

test.each([
  ["2026-11-20T18:30:00Z", "Good morning"], // 00:00 in India
  ["2026-11-21T06:29:59Z", "Good morning"], // 11:59:59
  ["2026-11-21T06:30:00Z", "Good afternoon"], // 12:00
  ["2026-11-21T12:29:59Z", "Good afternoon"], // 17:59:59
  ["2026-11-21T12:30:00Z", "Good evening"], // 18:00
  ["2026-11-21T18:29:59Z", "Good evening"], // 23:59:59
])("at %s it is %s in India [5.5]", (instant, greeting) => {
  expect(greetingAt(new Date(instant))).toBe(greeting);
});
