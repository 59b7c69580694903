import * as z from "zod/mini";
import { count, money } from "./call.ts";

export const payoutTotals = z
  .object({
    /** Without failed and cancelled payouts; a filter of these alone has their amounts. */
    total_amount: money,
    /** What banks sent back of payouts that stay paid. */
    total_returned: money,
    /** Of the same payouts, without charges that were refunded. */
    total_charges: money,
    success_count: count(),
    pending_count: count(),
  })
  .register(z.globalRegistry, {
    id: "PayoutTotals",
    description: "Of all rows of the filter, not of the page.",
  });

export const quote = z
  .object({ amount: money, txn_fee: money, gst_amount: money, total: money })
  .register(z.globalRegistry, { id: "PayoutQuote" });
