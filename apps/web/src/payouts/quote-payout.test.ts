import { money } from "@rokad/money/money";
import { expect, test } from "vitest";
import { quotePayout } from "./quote-payout.ts";

const inr = (amount: number) => ({ amount, currency: "INR" as const });

test("adds the fee and the GST on it [27.46, 27.47]", () => {
  expect(quotePayout(money(1500_25), { txn_fees: inr(500), gst_percent: 18 })).toEqual({
    amount: money(150025),
    fee: inr(500),
    gst: money(90),
    total: money(150615),
  });
});

test("rounds the GST half up to a paisa [27.46]", () => {
  expect(quotePayout(money(100), { txn_fees: inr(525), gst_percent: 18 }).gst).toEqual(money(95));
});

test("costs nothing where there is no fee", () => {
  expect(quotePayout(money(100), { txn_fees: inr(0), gst_percent: 18 }).total).toEqual(money(100));
});
