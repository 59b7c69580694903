import * as z from "zod/mini";
import { count, dataAnswer, defineCall, money, pageAnswer } from "./call.ts";
import { day, id, limit, page, requiredDay } from "./fields.ts";
import { rupees, text } from "./form-fields.ts";
import { note, side } from "./fund-transfers.ts";
import { limits } from "./limits.ts";
import { sampleIds } from "./samples.ts";

/** What a provider charged, by the day of the booking. */
export const providerChargeDay = z
  .object({
    adapter: z.string(),
    day,
    count: count(),
    fee: money,
    tax: money,
    /** Of these, what the provider named per payout. The rest was recorded from its report. */
    payout_fee: money,
    payout_tax: money,
  })
  .register(z.globalRegistry, { id: "ProviderChargeDay" });
export type ProviderChargeDay = z.output<typeof providerChargeDay>;

export const listProviderCharges = defineCall({
  name: "listProviderCharges",
  summary: "Charges of the providers by day, newest first",
  tag: "Float",
  method: "GET",
  path: "/super-admin/float/charges",
  who: "superadmin",
  needs: "view",
  changesWith: ["float"],
  query: z.object({ page: page(), limit: limit(limits.fundTransfersPageRows) }),
  answer: pageAnswer(providerChargeDay),
});

const chargeAmount = (what: string) =>
  rupees({
    required: `${what} is required`,
    min: [0, `Enter a ${what.toLowerCase()} of ₹0 or more`],
    max: [limits.providerChargePaiseMax, `Enter a ${what.toLowerCase()} of at most ₹10,00,00,000`],
  });

const chargeDay = {
  adapter: side,
  day: requiredDay("Choose the day of the report"),
};

export const getDayCharge = defineCall({
  name: "getDayCharge",
  summary: "What is booked for a provider's day that no payout names",
  tag: "Float",
  method: "GET",
  path: "/super-admin/float/charges/day",
  who: "superadmin",
  needs: "view",
  changesWith: ["float"],
  query: z.object(chargeDay),
  answer: dataAnswer(
    z.object({
      fee: money,
      tax: money,
      /** The report or invoice of the last booking; null if nothing was booked. */
      reference: z.nullable(z.string()),
    }),
  ),
});

export const dayChargeForm = z.object({
  ...chargeDay,
  /** The day's charges that no payout names: the total of the report without those. */
  fee: chargeAmount("Fee"),
  tax: chargeAmount("GST"),
  reference: text({
    required: "Name the provider's report or invoice",
    max: [limits.reasonCharsMax, "The report's name must not exceed 200 characters"],
  }),
  /** What is booked for that day, as the person sees it; without it, nothing is. */
  replaces: z.optional(z.object({ fee: chargeAmount("Fee"), tax: chargeAmount("GST") })),
});
export type DayChargeForm = z.output<typeof dayChargeForm>;

export const recordDayCharge = defineCall({
  name: "recordDayCharge",
  summary: "Set a day's charges that no payout names; posts the difference to what is booked",
  tag: "Float",
  method: "PUT",
  path: "/super-admin/float/charges",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request" },
  body: dayChargeForm,
  answer: dataAnswer(z.object({ posted_fee: money, posted_tax: money })),
  errors: ["CHARGES_CHANGED"],
  example: {
    request: {
      adapter: "cashfree",
      day: "2026-11-20",
      fee: 1_250,
      tax: 225,
      reference: "Invoice CF/2026/1120",
    },
  },
});

const notBalance = "Enter a balance in rupees with at most two decimals";

export const bankBalanceForm = z.object({
  receiving_account: z
    .string({ error: "Choose a receiving account" })
    .check(z.minLength(1, "Choose a receiving account")),
  day: requiredDay("Choose the day of the balance"),
  /** The closing balance in rupees; negative for an overdrawn account. */
  balance: z.number({ error: notBalance }).check(
    z.minimum(-limits.fundTransferPaiseMax / 100, notBalance),
    z.maximum(limits.fundTransferPaiseMax / 100, notBalance),
    z.refine((value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)), notBalance),
  ),
  note: z._default(note, ""),
});
export type BankBalanceForm = z.output<typeof bankBalanceForm>;

export const recordBankBalance = defineCall({
  name: "recordBankBalance",
  summary: "Record a receiving account's closing balance of a day; moves no money",
  tag: "Float",
  method: "POST",
  path: "/super-admin/float/bank-balances",
  who: "superadmin",
  needs: "finance",
  stepUp: { unsigned: "A reading to compare with; posts nothing" },
  body: bankBalanceForm,
  answer: dataAnswer(z.object({ id })),
  status: 201,
  idempotent: true,
  example: {
    request: {
      receiving_account: sampleIds.receivingAccount,
      day: "2026-11-20",
      balance: 12_84_500.5,
    },
    answer: { success: true, data: { id: sampleIds.deposit } },
  },
});
