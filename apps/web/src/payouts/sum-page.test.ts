import type { Payout } from "@rokad/contract/payouts";
import { money } from "@rokad/money/money";
import { expect, test } from "vitest";
import { sumPage } from "./sum-page.ts";

const row = (status: Payout["status"], paise: number) =>
  ({
    status,
    amount: { amount: paise, currency: "INR" },
    txn_fee: { amount: 500, currency: "INR" },
    gst_amount: { amount: 90, currency: "INR" },
    returned_charges: { amount: 0, currency: "INR" },
  }) as Payout;

test("adds up amounts, charges that were not refunded, and outcomes [9.3]", () => {
  const rows = [
    row("success", 100_00),
    row("failed", 50_00),
    row("processing", 25_50),
    row("pending", 1),
  ];
  expect(sumPage(rows)).toEqual({
    amount: money(125_51),
    charges: money(3 * 590),
    successes: 1,
    successRate: 25,
    open: 2,
  });
});

test("adds up the amounts of a list of refunded payouts, and no charges", () => {
  const rows = [row("failed", 50_00), row("cancelled", 20_00)];
  expect(sumPage(rows, true)).toMatchObject({ amount: money(70_00), charges: money(0) });
});

test("has no success rate without rows", () => {
  expect(sumPage([])).toMatchObject({ amount: money(0), successRate: null });
});
