import * as z from "zod/mini";
import { count, defineCall, money, one } from "./call.ts";
import { atMostAYear, day, sensibleRange } from "./fields.ts";

/** What was paid in a day, a period, by a method or to a bank. */
const sums = {
  /** What was sent and has not failed, and how many payouts that were. */
  volume: money,
  count: count(),
  success_count: count(),
  failed_count: count(),
  /** Of the payouts that reached an end, in whole percent; null when none did. */
  success_rate: z.nullable(z.int()),
  /** What was charged: a failed payout costs nothing in the end. */
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
    /** The period of the same length that ended just before. */
    previous: payoutSums,
    /** Every day of the period, oldest first, also those without a payout. */
    by_day: z.array(payoutDay),
    by_method: z.array(z.object({ method: z.enum(["imps", "upi"]), ...sums })),
    /** The banks that got most by IMPS, largest first; a UPI ID does not name its bank. */
    by_bank: z.array(z.object({ bank_name: z.string(), ...sums })),
    /** The rest of the banks; null when there is none. */
    other_banks: z.nullable(z.object({ banks: count(), ...sums })),
  })
  .register(z.globalRegistry, { id: "PayoutAnalytics" });
export type PayoutAnalytics = z.output<typeof payoutAnalytics>;

export const getPayoutAnalytics = defineCall({
  name: "getPayoutAnalytics",
  summary: "Payouts of a period by day, method and bank, the last 30 days unless told",
  method: "GET",
  path: "/payouts/analytics",
  who: "tenant",
  feature: "payout_analytics",
  changesWith: ["payouts"],
  query: z
    .object({ from: z.optional(day), to: z.optional(day) })
    .check(sensibleRange("from", "to"), atMostAYear()),
  answer: one(payoutAnalytics),
});

const trendDay = z.object({ day, volume: money, count: count(), success_count: count() });

export const payoutTrend = z
  .object({ days: z.array(trendDay), previous: z.array(trendDay) })
  .register(z.globalRegistry, { id: "PayoutTrend" });
export type PayoutTrend = z.output<typeof payoutTrend>;

export const getPayoutTrend = defineCall({
  name: "getPayoutTrend",
  summary: "Volume and successes of the last 14 days and of the 14 before, day by day",
  method: "GET",
  path: "/payouts/trend",
  who: "tenant",
  changesWith: ["payouts"],
  answer: one(payoutTrend),
});
