import * as z from "zod/mini";
import { defineCall, money, dataAnswer } from "./call.ts";

const range = z.object({ min: money, max: money });

/** The account for tenants' transfers. Not masked, because tenants need the number. */
export const receivingAccount = z
  .object({
    account_holder_name: z.string(),
    account_number: z.string(),
    ifsc_code: z.string(),
    bank_name: z.string(),
    branch_name: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "ReceivingAccount" });
export type ReceivingAccount = z.output<typeof receivingAccount>;

export const platformConfig = z
  .object({
    txn_fees: money,
    gst_percent: z.number(),
    monthly_target: money,
    limits: z.object({
      deposit: range,
      payout: z.object({ upi: range, imps: range }),
      otp_resend_seconds: z.int(),
    }),
    /** Null until a super admin enters it. */
    receiving_account: z.nullable(receivingAccount),
    sandbox: z.object({ sms: z.boolean(), provider: z.boolean() }),
  })
  .register(z.globalRegistry, { id: "PlatformConfig" });
export type PlatformConfig = z.output<typeof platformConfig>;

export const getPlatformConfig = defineCall({
  name: "getPlatformConfig",
  summary: "Fees, limits and mode of this installation",
  tag: "Platform",
  method: "GET",
  path: "/platform/config",
  who: "person",
  changesWith: ["settings"],
  answer: dataAnswer(platformConfig),
  errors: ["SETTING_UNREADABLE"],
});

export const findIfsc = defineCall({
  name: "findIfsc",
  summary: "The bank of an IFSC, from offline data",
  tag: "Platform",
  method: "GET",
  path: "/banks/ifsc/{code}",
  who: "person",
  params: z.object({
    code: z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, "Please enter a valid IFSC code"),
      ),
  }),
  answer: dataAnswer(
    z.object({
      ifsc_code: z.string(),
      bank_name: z.string(),
      /** False for a well-formed code that is not in the list, which lags behind new branches. */
      known: z.boolean(),
    }),
  ),
  errors: ["IFSC_NOT_FOUND"],
});
