import * as z from "zod/mini";
import { count, dataAnswer, defineCall, money } from "./call.ts";

export const payoutSummary = z
  .object({
    today_volume: money,
    today_count: count(),
    monthly_volume: money,
    monthly_count: count(),
    /** Of this month's payouts with an outcome, in whole percent; null without any. */
    success_rate: z.nullable(z.int()),
    /** Yesterday, and last month up to the same time of the month. */
    previous: z.object({
      day_volume: money,
      month_volume: money,
      success_rate: z.nullable(z.int()),
      average_amount: z.nullable(money),
      processing_seconds: z.nullable(z.number()),
    }),
    pending_count: count(),
    failed_today_count: count(),
    average_amount: z.nullable(money),
    processing_seconds: z.nullable(z.number()).register(z.globalRegistry, {
      description:
        "From request to success, in seconds: the median of this month's newest 1,000 successes.",
    }),
  })
  .register(z.globalRegistry, { id: "PayoutSummary" });
export type PayoutSummary = z.output<typeof payoutSummary>;

export const getPayoutSummary = defineCall({
  name: "getPayoutSummary",
  summary: "Payouts of today and this month, in Asia/Kolkata",
  tag: "Payouts",
  method: "GET",
  path: "/payouts/summary",
  scopes: ["payouts:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["payouts"],
  answer: dataAnswer(payoutSummary),
});
