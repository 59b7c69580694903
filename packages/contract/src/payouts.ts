import * as z from "zod/mini";
import { count, defineCall, instant, manyWithSummary, money, one } from "./call.ts";
import { day, id, idParams, limit, mobile, otp, page, sensibleRange } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutForm } from "./payout-form.ts";

export const payoutStatuses = ["pending", "processing", "success", "failed"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payout = z
  .object({
    id,
    created_at: instant(),
    method: z.enum(["upi", "imps"]),
    amount: money,
    txn_fee: money,
    gst_amount: money,
    status: z.enum(payoutStatuses),
    beneficiary_name: z.string(),
    bank_name: z.nullable(z.string()),
    account_number: z.nullable(z.string()),
    ifsc_code: z.nullable(z.string()),
    upi_id: z.nullable(z.string()),
    reference_id: z.string(),
    utr_number: z.nullable(z.string()),
    failure_reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Payout" });
export type Payout = z.output<typeof payout>;

export const payoutDetail = z
  .extend(payout, {
    beneficiary_email: z.string(),
    beneficiary_phone: z.string(),
    beneficiary_address: z.string(),
    remarks: z.nullable(z.string()),
    total: money,
    /** Why it has no outcome yet; null while it goes its usual way, and when it is over. */
    open_outcome: z.nullable(
      z.object({
        /** `unsent`: no provider has it. `unknown`: one may have it, and gives no clear answer. */
        kind: z.enum(["unsent", "unknown"]),
        since: instant(),
        /** When a provider is asked, or it is tried, next; null while its provider is paused. */
        next_look_at: z.nullable(instant()),
        /** What that means for the money and what happens next. */
        sentence: z.string(),
      }),
    ),
    timeline: z.array(z.object({ at: instant(), event: z.string(), sentence: z.string() })),
  })
  .register(z.globalRegistry, { id: "PayoutDetail" });
export type PayoutDetail = z.output<typeof payoutDetail>;

export const payoutTotals = z
  .object({
    total_amount: money,
    total_charges: money,
    success_count: count(),
    pending_count: count(),
  })
  .register(z.globalRegistry, {
    id: "PayoutTotals",
    description: "Of the whole filter, not of the page.",
  });

export const payoutSummary = z
  .object({
    today_volume: money,
    today_count: count(),
    monthly_volume: money,
    monthly_count: count(),
    /** Of the payouts that reached an end this month, in whole percent; null when none did. */
    success_rate: z.nullable(z.int()),
    /** The day before, the month before up to the same time of the month. */
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
    /** From request to success in seconds: the median of this month's newest 1,000 successes. */
    processing_seconds: z.nullable(z.number()).register(z.globalRegistry, {
      description:
        "From request to success, in seconds: the median of the newest 1,000 successes of the month.",
    }),
  })
  .register(z.globalRegistry, { id: "PayoutSummary" });
export type PayoutSummary = z.output<typeof payoutSummary>;

const quote = z
  .object({ amount: money, txn_fee: money, gst_amount: money, total: money })
  .register(z.globalRegistry, { id: "PayoutQuote" });

export const sendPayoutOtp = defineCall({
  name: "sendPayoutOtp",
  summary: "Send the code that authorises exactly this payout",
  method: "POST",
  path: "/payouts/otp/send",
  who: "tenant",
  feature: "create_payout",
  body: z.object({ mobile, payout: payoutForm }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ quote, resend_after_seconds: z.int() }),
  }),
  errors: [
    "SETTING_UNREADABLE",
    "OTP_TOO_SOON",
    "OTP_LIMIT_REACHED",
    "SMS_NOT_SENT",
    "BENEFICIARY_INVALID",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_ABOVE_CAP",
    "NO_PROVIDER",
  ],
});

export const verifyPayoutOtp = defineCall({
  name: "verifyPayoutOtp",
  summary: "Trade the code for a token that pays this payout once",
  method: "POST",
  path: "/payouts/otp/verify",
  who: "tenant",
  feature: "create_payout",
  body: z.object({ mobile, otp }),
  answer: one(z.object({ authorization_token: z.string() })),
  errors: ["OTP_INVALID", "OTP_EXPIRED", "OTP_TRIES_USED_UP", "PAYOUT_NOT_AUTHORISED"],
});

const authorizationToken = z
  .string({ error: "authorization_token is required" })
  .check(
    z.minLength(1, "authorization_token is required"),
    z.maxLength(2000, "This is no authorization token"),
  );

export const initiatePayout = defineCall({
  name: "initiatePayout",
  summary: "Take the total from the wallet and send the payout",
  method: "POST",
  path: "/payouts/initiate",
  who: "tenant",
  feature: "create_payout",
  body: z.intersection(payoutForm, z.object({ authorization_token: authorizationToken })),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({
      message: z.string(),
      reference_id: z.string(),
      id,
      status: z.enum(payoutStatuses),
    }),
  }),
  status: 201,
  idempotent: true,
  errors: [
    "SETTING_UNREADABLE",
    "PAYOUT_NOT_AUTHORISED",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_ABOVE_CAP",
    "NO_PROVIDER",
  ],
});

const status = z.optional(z.enum(["all", ...payoutStatuses]));

/** What an export of payouts can be narrowed to. */
export const payoutFilters = { status, from: z.optional(day), to: z.optional(day) };

export const listPayouts = defineCall({
  name: "listPayouts",
  summary: "The tenant's payouts, newest first",
  method: "GET",
  path: "/payouts",
  who: "tenant",
  changesWith: ["payouts"],
  query: z
    .object({
      status,
      from_date: z.optional(day),
      to_date: z.optional(day),
      page: page(),
      limit: limit(limits.historyPageRows),
    })
    .check(sensibleRange("from_date", "to_date")),
  answer: manyWithSummary(payout, payoutTotals),
});

export const getPayout = defineCall({
  name: "getPayout",
  summary: "One payout with its timeline",
  method: "GET",
  path: "/payouts/{id}",
  who: "tenant",
  changesWith: ["payouts"],
  params: idParams,
  answer: one(payoutDetail),
});

export const printReceipt = defineCall({
  name: "printReceipt",
  summary: "The receipt of a payout that was paid, failed or was returned, as PDF",
  method: "GET",
  path: "/payouts/{id}/receipt",
  who: "tenant",
  params: idParams,
  answer: "pdf",
  errors: ["PAYOUT_NOT_FINISHED"],
});

export const getPayoutSummary = defineCall({
  name: "getPayoutSummary",
  summary: "Today and this month, in Asia/Kolkata",
  method: "GET",
  path: "/payouts/summary",
  who: "tenant",
  changesWith: ["payouts"],
  answer: one(payoutSummary),
});

export const exportPayouts = defineCall({
  name: "exportPayouts",
  summary: "The whole filter as CSV",
  method: "GET",
  path: "/payouts/export",
  who: "tenant",
  query: z.object(payoutFilters).check(sensibleRange("from", "to")),
  answer: "csv",
});
