import * as z from "zod/mini";
import { defineCall, instant, money, dataAnswer } from "./call.ts";
import { id } from "./fields.ts";

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

/** One of several accounts to choose from. */
export const offeredAccount = z
  .extend(receivingAccount, { id, label: z.string(), is_default: z.boolean() })
  .register(z.globalRegistry, { id: "OfferedReceivingAccount" });
export type OfferedAccount = z.output<typeof offeredAccount>;

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
    /** The default account; null until a super admin adds one. */
    receiving_account: z.nullable(receivingAccount),
    /** All active accounts, the default first. */
    receiving_accounts: z.array(offeredAccount),
    /** Agreed changes of receiving accounts, and when they count. Until then, the above do. */
    receiving_account_changes: z.array(z.object({ name: z.string(), takes_effect_at: instant() })),
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
      /** A sentence about a code that may be out of date: its bank merged, or the branch is unknown. */
      warning: z.nullable(z.string()),
    }),
  ),
  errors: ["IFSC_NOT_FOUND"],
});
