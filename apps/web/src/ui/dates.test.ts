import { expect, test } from "vitest";
import {
  formatDay,
  formatDayAndTime,
  formatNumericDay,
  formatShortDay,
  formatTime,
} from "./dates.ts";

test("shows India's time, whatever the browser's time zone [27.24]", () => {
  // Half past midnight on the 21st in India is still the 20th in UTC.
  const instant = "2026-11-20T19:00:00.000Z";
  expect(formatNumericDay(instant)).toBe("21/11/2026");
  expect(formatDay(instant)).toBe("21 Nov 2026");
  expect(formatShortDay(instant)).toBe("21 Nov");
  expect(formatTime(instant)).toBe("12:30 am");
  expect(formatDayAndTime(instant)).toBe("21 Nov 2026, 12:30 am");
});
