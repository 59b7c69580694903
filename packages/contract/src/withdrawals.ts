import * as z from "zod/mini";
import { dataAnswer, defineCall, money } from "./call.ts";
import { id, mobile, otpOrPasskey } from "./fields.ts";
import { rupees } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { authorizationToken, otpErrors, payoutStatuses } from "./payouts.ts";
import { inr, sampleIds } from "./samples.ts";
import { passkeyErrors } from "./signature-errors.ts";

/** A payout without a fee to one of the tenant's own approved bank accounts. */
export const withdrawalForm = z.object({
  bank_account: z
    .string({ error: "Please select a bank account" })
    .check(z.uuid({ error: "Please select a bank account" })),
  amount: rupees({
    required: "Amount is required",
    // What the providers take.
    min: [limits.payoutPaiseMin, "The smallest withdrawal is ₹1"],
    max: [limits.payoutPaiseMax, "One withdrawal can be at most ₹5,00,000"],
  }),
});
export type WithdrawalForm = z.output<typeof withdrawalForm>;

const sample = { bank_account: sampleIds.bankAccount, amount: 25_000 };
const orderErrors = [
  "SETTING_UNREADABLE",
  "TENANT_CLOSING",
  "PAYOUTS_LOCKED",
  "BANK_ACCOUNT_NOT_APPROVED",
  "INSUFFICIENT_BALANCE",
  "AMOUNT_ABOVE_CAP",
  "NO_PROVIDER",
] as const;

export const sendWithdrawalOtp = defineCall({
  name: "sendWithdrawalOtp",
  summary: "Send the code that authorises exactly this withdrawal",
  tag: "Withdrawals",
  method: "POST",
  path: "/wallet/withdrawals/otp/send",
  who: "tenant",
  needs: "pay",
  body: z.object({ mobile, withdrawal: withdrawalForm }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ amount: money, resend_after_seconds: z.int() }),
  }),
  errors: [
    ...orderErrors,
    "OTP_TOO_SOON",
    "TOO_MANY_REQUESTS",
    "OTP_LIMIT_REACHED",
    "SMS_NOT_SENT",
    ...passkeyErrors,
  ],
  example: {
    request: { mobile: "9000000002", withdrawal: sample },
    answer: {
      success: true,
      message: "OTP sent successfully!",
      data: { amount: inr(25_000_00), resend_after_seconds: 30 },
    },
  },
});

export const verifyWithdrawalOtp = defineCall({
  name: "verifyWithdrawalOtp",
  summary: "Exchange the code for a token that authorises this withdrawal once",
  tag: "Withdrawals",
  method: "POST",
  path: "/wallet/withdrawals/otp/verify",
  who: "tenant",
  needs: "pay",
  body: z.object({ mobile, otp: otpOrPasskey }),
  answer: dataAnswer(z.object({ authorization_token: z.string() })),
  errors: [...otpErrors, "PAYOUTS_LOCKED", "PAYOUT_NOT_AUTHORISED"],
});

export const initiateWithdrawal = defineCall({
  name: "initiateWithdrawal",
  summary:
    "Hold the amount in the wallet and send it to the tenant's own bank account, without a fee",
  tag: "Withdrawals",
  method: "POST",
  path: "/wallet/withdrawals",
  who: "tenant",
  needs: "pay",
  body: z.extend(withdrawalForm, { authorization_token: authorizationToken }),
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
  errors: [...orderErrors, "PAYOUT_NOT_AUTHORISED"],
  example: { request: { ...sample, authorization_token: "eyJhbGciOiJIUzI1NiJ9…" } },
});
