import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, money, pageAnswerWithSummary } from "./call.ts";
import { day, id, idParams, limit, mobile, otpOrPasskey, page, validDateRange } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutFormSample, payoutRequest } from "./payout-form.ts";
import { payoutFieldAnswers, payoutFieldSamples, pickListedFields } from "./payout-fields.ts";
import { payoutTotals, quote } from "./payout-figures.ts";
import { payoutProgram, returnedPart } from "./payout-parts.ts";
import { inr, sampleIds, singlePage } from "./samples.ts";
import { passkeyErrors } from "./signature-errors.ts";
import { fundsFilters, waitingForFunds } from "./waiting-for-funds.ts";

const forPayers = { who: "tenant", needs: "pay" } as const;
export const payoutStatuses = ["pending", "processing", "success", "failed", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** A withdrawal goes to the tenant's own approved bank account, without a fee. */
export const payoutKinds = ["payout", "withdrawal"] as const;
export type PayoutKind = (typeof payoutKinds)[number];

/** A spread would keep the schema in the console's build, where nothing reads it. */
const payoutHead = z.object({
  id,
  created_at: instant(),
  kind: z.enum(payoutKinds),
  method: z.enum(["upi", "imps"]),
  amount: money,
  txn_fee: money,
  gst_amount: money,
  /**
   * What the bank sent back of the amount. A payout stays `success` while only a part is back; one
   * that came back whole is `failed`.
   */
  returned_amount: money,
  /** Fee and GST that came back. */
  returned_charges: money,
  status: z.enum(payoutStatuses),
});
export const payout = z
  .extend(z.extend(payoutHead, pickListedFields(payoutFieldAnswers)), {
    bank_name: z.nullable(z.string()),
    account_number: z.nullable(z.string()),
    ifsc_code: z.nullable(z.string()),
    upi_id: z.nullable(z.string()),
    reference_id: z.string(),
    utr_number: z.nullable(z.string()),
    failure_reason: z.nullable(z.string()),
    waiting_for_funds: z.nullable(waitingForFunds),
  })
  .register(z.globalRegistry, { id: "Payout" });
export type Payout = z.output<typeof payout>;

export const payoutDetail = z
  .extend(z.extend(payout, payoutFieldAnswers), {
    total: money,
    /** The name of the member who confirmed it; null for the founder of the business. */
    initiated_by: z.nullable(z.string()),
    /** Whether this person can cancel its wait for funds, with `cancelWaitingPayout`. */
    can_cancel_wait: z.boolean(),
    /** Why the outcome is late; null on the usual path and after the outcome. */
    open_outcome: z.nullable(
      z.object({
        /** `unsent`: no provider has it. `unknown`: the provider may have it. */
        kind: z.enum(["unsent", "unknown"]),
        since: instant(),
        /** The next send or status check; null while the provider is paused. */
        next_check_at: z.nullable(instant()),
        /** What it means for the money, and what happens next. */
        sentence: z.string(),
      }),
    ),
    can_cancel: z.boolean(),
    /** The saved beneficiary that it named, with the destination; null for any other payout. */
    beneficiary: z.nullable(z.object({ id, destination_id: id })),
    /** The program that sent it or prepared its payment request; null for a person's. */
    program: z.nullable(payoutProgram),
    /** Partial returns, oldest first. */
    returns: z.array(returnedPart),
    timeline: z.array(z.object({ at: instant(), event: z.string(), sentence: z.string() })),
  })
  .register(z.globalRegistry, { id: "PayoutDetail" });
export type PayoutDetail = z.output<typeof payoutDetail>;

export const sendPayoutOtp = defineCall({
  name: "sendPayoutOtp",
  summary: "Send the code that authorises exactly this payout",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/otp/send",
  ...forPayers,
  feature: "create_payout",
  body: z.object({ mobile, payout: payoutRequest }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({
      quote,
      /** What the wallet lacks, if the payout will wait for funds; null if it is covered. */
      missing: z.nullable(money),
      resend_after_seconds: z.int(),
    }),
  }),
  errors: [
    "SETTING_UNREADABLE",
    "ACCOUNT_INACTIVE",
    "ADVICES_OFF",
    "TENANT_CLOSING",
    "APPROVAL_REQUIRED",
    "BENEFICIARY_COOLING",
    "OTP_TOO_SOON",
    "TOO_MANY_REQUESTS",
    "OTP_LIMIT_REACHED",
    "PAYOUTS_LOCKED",
    "SMS_NOT_SENT",
    ...passkeyErrors,
    "BENEFICIARY_INVALID",
    "BENEFICIARY_NOT_PAYABLE",
    "REPEAT_REASON_REQUIRED",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_ABOVE_CAP",
    "NO_PROVIDER",
  ],
  example: {
    request: { mobile: "9000000002", payout: payoutFormSample },
    answer: {
      success: true,
      message: "OTP sent successfully!",
      data: {
        quote: {
          amount: inr(1500_25),
          txn_fee: inr(5_00),
          gst_amount: inr(90),
          total: inr(1506_15),
        },
        missing: null,
        resend_after_seconds: 30,
      },
    },
  },
});

export const otpErrors = [
  "OTP_INVALID",
  "OTP_EXPIRED",
  "OTP_TRIES_USED_UP",
  "PASSKEY_REFUSED",
] as const;

export const verifyPayoutOtp = defineCall({
  name: "verifyPayoutOtp",
  summary: "Exchange the code for a token that authorises this payout once",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/otp/verify",
  ...forPayers,
  feature: "create_payout",
  body: z.object({ mobile, otp: otpOrPasskey }),
  answer: dataAnswer(z.object({ authorization_token: z.string() })),
  errors: [...otpErrors, "PAYOUTS_LOCKED", "PAYOUT_NOT_AUTHORISED"],
});

export const authorizationToken = z
  .string({ error: "authorization_token is required" })
  .check(
    z.minLength(1, "authorization_token is required"),
    z.maxLength(2000, "This is not an authorization token"),
  );

export const initiatePayout = defineCall({
  name: "initiatePayout",
  summary: "Hold the total in the wallet and send the payout, or let it wait for funds",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/initiate",
  ...forPayers,
  feature: "create_payout",
  body: z.intersection(payoutRequest, z.object({ authorization_token: authorizationToken })),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({
      message: z.string(),
      reference_id: z.string(),
      id,
      status: z.enum(payoutStatuses),
      /** True if the wallet did not cover it: it is created and sent once funds arrive. */
      waits_for_funds: z.boolean(),
    }),
  }),
  status: 201,
  idempotent: true,
  errors: [
    "SETTING_UNREADABLE",
    "ACCOUNT_INACTIVE",
    "APPROVAL_REQUIRED",
    "BENEFICIARY_COOLING",
    "PERSON_LIMIT_EXCEEDED",
    "TENANT_CLOSING",
    "PAYOUT_NOT_AUTHORISED",
    "PAYOUTS_LOCKED",
    "BENEFICIARY_NOT_PAYABLE",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_ABOVE_CAP",
    "NO_PROVIDER",
  ],
  example: {
    request: { ...payoutFormSample, authorization_token: "eyJhbGciOiJIUzI1NiJ9…" },
  },
});

const status = z.optional(z.enum(["all", ...payoutStatuses, ...fundsFilters]));

/** The filters of an export of payouts. */
export const payoutFilters = { status, from: z.optional(day), to: z.optional(day) };

export const listPayouts = defineCall({
  name: "listPayouts",
  summary: "The tenant's payouts, newest first",
  tag: "Payouts",
  method: "GET",
  path: "/payouts",
  scopes: ["payouts:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["payouts"],
  query: z
    .object({
      status,
      from_date: z.optional(day),
      to_date: z.optional(day),
      page: page(),
      limit: limit(limits.historyPageRows),
    })
    .check(validDateRange("from_date", "to_date")),
  answer: pageAnswerWithSummary(payout, payoutTotals),
  example: {
    answer: {
      success: true,
      data: [
        {
          id: sampleIds.payout,
          kind: "payout",
          created_at: "2026-11-20T06:30:00.000Z",
          method: "imps",
          amount: inr(1500_25),
          txn_fee: inr(5_00),
          gst_amount: inr(90),
          returned_amount: inr(0),
          returned_charges: inr(0),
          status: "success",
          ...pickListedFields(payoutFieldSamples),
          bank_name: "HDFC Bank",
          account_number: "123456789012",
          ifsc_code: "HDFC0000001",
          upi_id: null,
          reference_id: "RKA2EM233TB1T94JS",
          utr_number: "632456789012",
          failure_reason: null,
          waiting_for_funds: null,
        },
      ],
      ...singlePage,
      summary: {
        total_amount: inr(1500_25),
        total_returned: inr(0),
        total_charges: inr(5_90),
        success_count: 1,
        pending_count: 0,
      },
    },
  },
});

export const getPayout = defineCall({
  name: "getPayout",
  summary: "One payout with its timeline",
  tag: "Payouts",
  method: "GET",
  path: "/payouts/{id}",
  scopes: ["payouts:read", "payouts:send"],
  who: "tenant",
  needs: "view",
  changesWith: ["payouts"],
  params: idParams,
  answer: dataAnswer(payoutDetail),
});
