import { expect, test } from "vitest";
import { earlierOf, lastOf } from "./earlier.ts";

const last = {
  created_at: "2026-11-20T06:00:00.000Z",
  amount: { amount: 5000_00, currency: "INR" as const },
  status: "completed" as const,
};

test("what came from an account before is told in words", () => {
  expect(earlierOf({ completed: 0, failed: 0, last: null })).toBe("nothing before");
  expect(earlierOf({ completed: 4, failed: 1, last })).toBe("4 completed, 1 failed before");
  expect(earlierOf({ completed: 0, failed: 2, last })).toBe("2 failed before");
  expect(earlierOf({ completed: 1000, failed: 0, last })).toBe("1,000 or more completed before");
  expect(earlierOf({ completed: 0, failed: 0, last })).toBe("only waiting ones before");
});

test("the last one is told with its day", () => {
  expect(lastOf({ completed: 1, failed: 0, last })).toBe("₹5,000.00 on 20 Nov 2026, completed");
  expect(lastOf({ completed: 0, failed: 0, last: null })).toBeUndefined();
});
