import { money } from "@rokad/money/money";
import { expect, test } from "vitest";
import { sumDeposits } from "./sum-deposits.ts";

const of = (rupees: number, count: number) => ({
  total_amount: { amount: rupees * 100, currency: "INR" as const },
  count,
});

test("adds up all statuses and rates completed requests against all [12.3]", () => {
  expect(sumDeposits({ pending: of(500, 1), completed: of(2500, 2), failed: of(100, 3) })).toEqual({
    amount: money(3100_00),
    count: 6,
    successRate: 33,
  });
});

test("has no success rate without requests", () => {
  expect(sumDeposits({ pending: of(0, 0), completed: of(0, 0), failed: of(0, 0) })).toMatchObject({
    count: 0,
    successRate: null,
  });
});
