import * as z from "zod/mini";
import { defineCall, money, one } from "./call.ts";

const range = z.object({ min: money, max: money });

/** Where tenants transfer to. The whole number: without it nobody can transfer. */
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
    /** Null until the installation has told its own. */
    receiving_account: z.nullable(receivingAccount),
    sandbox: z.object({ sms: z.boolean(), provider: z.boolean() }),
  })
  .register(z.globalRegistry, { id: "PlatformConfig" });
export type PlatformConfig = z.output<typeof platformConfig>;

export const getPlatformConfig = defineCall({
  name: "getPlatformConfig",
  summary: "Fees, limits and what kind of installation this is",
  method: "GET",
  path: "/platform/config",
  who: "person",
  changesWith: ["settings"],
  answer: one(platformConfig),
  errors: ["SETTING_UNREADABLE"],
});

export const findIfsc = defineCall({
  name: "findIfsc",
  summary: "The bank behind an IFSC, from offline data",
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
  answer: one(
    z.object({
      ifsc_code: z.string(),
      bank_name: z.string(),
      /** False for a well-formed code that the list does not hold: new branches lag in it. */
      known: z.boolean(),
    }),
  ),
  errors: ["IFSC_NOT_FOUND"],
});
