import { expect, test } from "vitest";
import { describeEarlierDeposits, describeLastDeposit } from "./earlier-deposits.ts";

const last = {
  created_at: "2026-11-20T06:00:00.000Z",
  amount: { amount: 5000_00, currency: "INR" as const },
  status: "completed" as const,
};

test("earlier deposits of an account are described by outcome", () => {
  expect(describeEarlierDeposits({ completed: 0, failed: 0, last: null })).toBe(
    "no earlier deposits",
  );
  expect(describeEarlierDeposits({ completed: 4, failed: 1, last })).toBe(
    "4 completed, 1 failed earlier",
  );
  expect(describeEarlierDeposits({ completed: 0, failed: 2, last })).toBe("2 failed earlier");
  expect(describeEarlierDeposits({ completed: 1000, failed: 0, last })).toBe(
    "1,000 or more completed earlier",
  );
  expect(describeEarlierDeposits({ completed: 0, failed: 0, last })).toBe(
    "earlier deposits are waiting",
  );
});

test("the last deposit has its day", () => {
  expect(describeLastDeposit({ completed: 1, failed: 0, last })).toBe(
    "₹5,000.00 on 20 Nov 2026, completed",
  );
  expect(describeLastDeposit({ completed: 0, failed: 0, last: null })).toBeUndefined();
});
