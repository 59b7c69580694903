import * as z from "zod/mini";
import { count, defineCall, money, dataAnswer } from "./call.ts";
import { atMostAYear, day, validDateRange } from "./fields.ts";

/** The payouts of a day, a period, a method or a bank. */
const sums = {
  /** Amount and number of payouts, without failed ones. */
  volume: money,
  count: count(),
  success_count: count(),
  failed_count: count(),
  /** Of the payouts with an outcome, in whole percent; null without any. */
  success_rate: z.nullable(z.int()),
  /** Charges; those of a failed payout are refunded. */
  fees: money,
  gst: money,
};

const period = z.object({ from: day, to: day });

export const payoutSums = z.object(sums).register(z.globalRegistry, { id: "PayoutSums" });
export type PayoutSums = z.output<typeof payoutSums>;

export const payoutDay = z
  .object({ day, ...sums })
  .register(z.globalRegistry, { id: "PayoutDay", description: "A day in Asia/Kolkata." });
export type PayoutDay = z.output<typeof payoutDay>;

export const payoutAnalytics = z
  .object({
    period,
    previous_period: period,
    totals: payoutSums,
    /** The period of the same length immediately before. */
    previous: payoutSums,
    /** Every day of the period, oldest first, including days without a payout. */
    by_day: z.array(payoutDay),
    by_method: z.array(z.object({ method: z.enum(["imps", "upi"]), ...sums })),
    /** The banks with the largest IMPS volume. A UPI ID does not name its bank. */
    by_bank: z.array(z.object({ bank_name: z.string(), ...sums })),
    /** All other banks together; null if there are none. */
    other_banks: z.nullable(z.object({ banks: count(), ...sums })),
  })
  .register(z.globalRegistry, { id: "PayoutAnalytics" });
export type PayoutAnalytics = z.output<typeof payoutAnalytics>;

export const getPayoutAnalytics = defineCall({
  name: "getPayoutAnalytics",
  summary: "Payouts of a period by day, method and bank; the last 30 days by default",
  tag: "Payouts",
  method: "GET",
  path: "/payouts/analytics",
  who: "tenant",
  needs: "view",
  feature: "payout_analytics",
  changesWith: ["payouts"],
  query: z
    .object({ from: z.optional(day), to: z.optional(day) })
    .check(validDateRange("from", "to"), atMostAYear()),
  answer: dataAnswer(payoutAnalytics),
});

const trendDay = z.object({ day, volume: money, count: count(), success_count: count() });

export const payoutTrend = z
  .object({ days: z.array(trendDay), previous: z.array(trendDay) })
  .register(z.globalRegistry, { id: "PayoutTrend" });
export type PayoutTrend = z.output<typeof payoutTrend>;

export const getPayoutTrend = defineCall({
  name: "getPayoutTrend",
  summary: "Volume and successes by day, for the last 14 days and the 14 days before",
  tag: "Payouts",
  method: "GET",
  path: "/payouts/trend",
  who: "tenant",
  needs: "view",
  changesWith: ["payouts"],
  answer: dataAnswer(payoutTrend),
});
