import * as z from "zod/mini";
import { brandingNames, brandingRules } from "./branding-rules.ts";
import { limits } from "./limits.ts";
import { receivingAccountForm } from "./receiving-account.ts";
import { entityIdRule, headerRule, smsTemplates } from "./sms-text.ts";

/** A whole number in these bounds; whatever else it is, the one sentence says what it should be. */
function whole(min: number, max: number, sentence: string) {
  return z.int({ error: sentence }).check(z.minimum(min, sentence), z.maximum(max, sentence));
}

const gst = "Enter a percentage from 0 to 28 with at most two decimals";
const cap = "Enter an amount from ₹1 to ₹5,00,000";

const adapter = z
  .string({ error: "Choose one of the providers of this installation" })
  .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, "Choose one of the providers of this installation"));

/**
 * How the installation works: what a super admin may change at run time, each with its rule. Amounts are whole paise, as their
 * keys say. The console checks what is typed by these rules and the server what arrives.
 */
export const workingRules = {
  fee_paise: whole(0, limits.feePaiseMax, "Enter a fee from ₹0 to ₹1,000"),
  gst_percent: z.number({ error: gst }).check(
    z.minimum(0, { error: gst, abort: true }),
    z.maximum(28, { error: gst, abort: true }),
    z.refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), gst),
  ),
  upi_payout_paise_max: whole(limits.payoutPaiseMin, limits.payoutPaiseMax, cap),
  imps_payout_paise_max: whole(limits.payoutPaiseMin, limits.payoutPaiseMax, cap),
  monthly_target_paise: whole(
    1_00,
    limits.monthlyTargetPaiseMax,
    "Enter an amount from ₹1 to ₹10,00,00,00,000",
  ),
  /** Deposits above it need two super admins; null is never. */
  second_approval_above_paise: z.nullable(
    whole(
      0,
      limits.depositPaiseMax,
      "Enter an amount from ₹0 to ₹10,00,000, or leave it blank for one approval always",
    ),
  ),
  /** Null tells tenants to ask. */
  receiving_account: z.nullable(
    z.strictObject(receivingAccountForm.shape, {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `There is no field ${issue.keys.join(", ")}`
          : "Enter the account's fields, or none of them",
    }),
  ),
  /** The adapter behind each rail, by its name: one of those that the installation has. */
  primary_provider: adapter,
  alternative_provider: adapter,
  /** How long a payout may be without its outcome before the super admins are told. */
  unknown_alert_minutes: whole(1, 1_440, "Enter a whole number of minutes from 1 to 1,440"),
  /** How long it must have been before two of them may decide it. */
  outcome_decision_hours: whole(1, 720, "Enter a whole number of hours from 1 to 720"),
  session_days: whole(1, 90, "Enter a whole number of days from 1 to 90"),
  sign_in_codes_per_hour: whole(1, 1_000, "Enter a whole number from 1 to 1,000"),
  payout_codes_per_hour: whole(1, 10_000, "Enter a whole number from 1 to 10,000"),
  /** How often banks are asked for names, which costs money; 0 is never. */
  account_checks_per_hour: whole(0, 10_000, "Enter a whole number from 0 to 10,000"),
  code_calls_per_address_per_hour: whole(1, 1_00_000, "Enter a whole number from 1 to 1,00,000"),
  /** Who sends texts, as registered with the operators; null while it is not. */
  dlt_entity_id: entityIdRule,
  dlt_header: headerRule,
  /** What is texted, as registered. */
  sign_in_sms: smsTemplates.sign_in,
  payout_sms: smsTemplates.payout,
  decision_sms: smsTemplates.decision,
} as const;

export const workingKeys = Object.keys(workingRules) as WorkingKey[];
export type WorkingKey = keyof typeof workingRules;

/** Every setting: how the installation works, and what the business says of itself. */
export const settingRules = { ...workingRules, ...brandingRules } as const;

export type SettingKey = keyof typeof settingRules;
export type Settings = { [Key in WorkingKey]: z.output<(typeof settingRules)[Key]> };

export const settingKeys = Object.keys(settingRules) as [SettingKey, ...SettingKey[]];

/** What each is called where people read of it. */
export const settingNames: Readonly<Record<SettingKey, string>> = {
  fee_paise: "Platform fee",
  gst_percent: "GST on the fee",
  upi_payout_paise_max: "Most for one UPI payout",
  imps_payout_paise_max: "Most for one IMPS payout",
  monthly_target_paise: "Monthly target",
  second_approval_above_paise: "Second approval above",
  receiving_account: "Receiving account",
  primary_provider: "Primary provider",
  alternative_provider: "Alternative provider",
  unknown_alert_minutes: "Tell of payouts without an outcome after",
  outcome_decision_hours: "Super admins may decide an outcome after",
  session_days: "Sessions last",
  sign_in_codes_per_hour: "Sign-in codes for one number",
  payout_codes_per_hour: "Payout codes for one person",
  account_checks_per_hour: "Account checks for one person",
  code_calls_per_address_per_hour: "Code calls from one address",
  dlt_entity_id: "DLT entity ID",
  dlt_header: "DLT header",
  sign_in_sms: "Sign-in text",
  payout_sms: "Payout text",
  decision_sms: "Decision text",
  ...brandingNames,
};
