import * as z from "zod/mini";
import { brandingNames, brandingRules } from "./branding-rules.ts";
import { emailAddress, mailNameRule, smtpHostRule, smtpTlsModes } from "./email-rules.ts";
import {
  invoicePrefixRule,
  supplierAddressRule,
  supplierGstinRule,
  supplierNameRule,
  supplierSacRule,
} from "./invoice-settings.ts";
import { limits } from "./limits.ts";
import { forEachSmsSetting, smsNames } from "./sms-settings.ts";
import { entityIdRule, headerRule, smsTemplates } from "./sms-text.ts";

/** An integer within these limits, with one message for every mistake. */
function whole(min: number, max: number, sentence: string) {
  return z.int({ error: sentence }).check(z.minimum(min, sentence), z.maximum(max, sentence));
}

const gst = "Enter a percentage from 0 to 28 with at most two decimals";
const cap = "Enter an amount from ₹1 to ₹5,00,000";

const lowBalance = z.nullable(
  whole(
    1_00,
    limits.fundTransferPaiseMax,
    "Enter an amount from ₹1 to ₹10,00,00,00,000, or leave it blank",
  ),
);
const lateDays = "Enter at most 5 days, each a whole number from 1 to 180";

const adapter = z
  .string({ error: "Choose one of the providers of this installation" })
  .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, "Choose one of the providers of this installation"));

const hostMessage = "Enter a host name such as console.example.in";
const hostPattern = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/;

export const passkeyAllowances = ["allowed", "off"] as const;
const allowance = z.enum(passkeyAllowances, { error: "Choose allowed or off" });

export const partialReturnCharges = ["keep", "refund"] as const;

/**
 * The settings of the installation that a super admin can change, each with its rule. Amounts are
 * whole paise, as the keys say. The console and the server use the same rules.
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
  /** Two super admins must approve a larger deposit; null: one is always enough. */
  second_approval_above_paise: z.nullable(
    whole(
      0,
      limits.depositPaiseMax,
      "Enter an amount from ₹0 to ₹10,00,000, or leave it blank for a single approval",
    ),
  ),
  /** The same for the sum of several deposits that one person approves together. */
  bulk_second_approval_above_paise: z.nullable(
    whole(
      0,
      limits.bulkDepositsPaiseMax,
      "Enter an amount from ₹0 to ₹10,00,00,000, or leave it blank for a single approval",
    ),
  ),
  /** A change that guards money takes effect after it when nobody else can confirm. */
  control_waiting_hours: whole(1, 168, "Enter a whole number of hours from 1 to 168"),
  /** Tenants are notified this long before a receiving account changes. */
  receiving_account_notice_hours: whole(0, 168, "Enter a whole number of hours from 0 to 168"),
  /** Whether fee and GST stay charged when a bank returns a part, or come back with it. */
  partial_return_charges: z.enum(partialReturnCharges, { error: "Choose keep or refund" }),
  /** The name of the adapter for each rail. */
  primary_provider: adapter,
  alternative_provider: adapter,
  /** Super admins are notified about a payout without an outcome after this time. */
  unknown_alert_minutes: whole(1, 1_440, "Enter a whole number of minutes from 1 to 1,440"),
  /** Two super admins can decide a payout's outcome after this time. */
  outcome_decision_hours: whole(1, 720, "Enter a whole number of hours from 1 to 720"),
  /** Super admins are notified when a provider's balance falls below it; null: by the hours only. */
  primary_low_balance_paise: lowBalance,
  alternative_low_balance_paise: lowBalance,
  /** The same when the balance lasts fewer hours at the rate of the last day; null: never. */
  low_balance_hours: z.nullable(
    whole(1, 720, "Enter a whole number of hours from 1 to 720, or leave it blank"),
  ),
  /** Days after its payment on which a payout is asked about again, for a late return. */
  late_check_days: z.array(whole(1, 180, lateDays), { error: lateDays }).check(
    z.maxLength(5, lateDays),
    z.refine((days) => new Set(days).size === days.length, "Enter each day once"),
  ),
  /** The limit of these calls, of each provider in each hourly run; 0 turns them off. */
  late_check_calls_max: whole(0, 3_000, "Enter a whole number from 0 to 3,000"),
  /** A payment request that is not sent ends after this time. */
  payment_request_days: whole(1, 365, "Enter a whole number of days from 1 to 365"),
  /** People are reminded of a payment request that waits, once per this time. */
  approval_reminder_hours: whole(1, 720, "Enter a whole number of hours from 1 to 720"),
  /** The longest session of a tenant, and of a super admin. */
  session_days: whole(1, 90, "Enter a whole number of days from 1 to 90"),
  super_admin_session_hours: whole(1, 24, "Enter a whole number of hours from 1 to 24"),
  /** A tenant is signed out after this time without activity. */
  tenant_idle_minutes: whole(5, 1_440, "Enter a whole number of minutes from 5 to 1,440"),
  /** Whether people may sign in, confirm payouts, and sign as super admins with a passkey. */
  passkey_sign_in: allowance,
  passkey_payouts: allowance,
  passkey_super_admin_acts: allowance,
  /** The host name that passkeys are bound to (RP id); null: there are none. */
  passkey_host: z.nullable(
    z
      .string({ error: hostMessage })
      .check(z.maxLength(253, hostMessage), z.regex(hostPattern, hostMessage)),
  ),
  sign_in_codes_per_hour: whole(1, 1_000, "Enter a whole number from 1 to 1,000"),
  payout_codes_per_hour: whole(1, 10_000, "Enter a whole number from 1 to 10,000"),
  /** The limit of name checks, which cost money; 0 turns them off. */
  account_checks_per_hour: whole(0, 10_000, "Enter a whole number from 0 to 10,000"),
  code_calls_per_address_per_hour: whole(1, 1_00_000, "Enter a whole number from 1 to 1,00,000"),
  /** The calls of one API key a minute, on each server. */
  api_calls_per_key_per_minute: whole(1, 1_00_000, "Enter a whole number from 1 to 1,00,000"),
  /** The sender of texts, as registered with the operators; null if not registered. */
  dlt_entity_id: entityIdRule,
  dlt_header: headerRule,
  /** The registered texts. */
  ...forEachSmsSetting((kind) => smsTemplates[kind]),
  /** The mail server; null sends no e-mail. The environment comes first. */
  smtp_host: smtpHostRule,
  smtp_port: z.literal([25, 465, 587, 2525], { error: "Enter 25, 465, 587 or 2525" }),
  smtp_tls: z.enum(smtpTlsModes, { error: "Choose starttls or tls" }),
  mail_from: z.nullable(emailAddress),
  /** Null: the product's name. */
  mail_from_name: mailNameRule,
  /** The supplier on tax invoices; none are issued until legal name and GSTIN are set. */
  supplier_legal_name: supplierNameRule,
  supplier_gstin: supplierGstinRule,
  supplier_address: supplierAddressRule,
  supplier_sac: supplierSacRule,
  invoice_prefix: invoicePrefixRule,
} as const;

export const workingKeys = Object.keys(workingRules) as WorkingKey[];
export type WorkingKey = keyof typeof workingRules;

/** Every setting: of the installation and of the branding. */
export const settingRules = { ...workingRules, ...brandingRules } as const;

export type SettingKey = keyof typeof settingRules;
export type Settings = { [Key in WorkingKey]: z.output<(typeof settingRules)[Key]> };

export const settingKeys = Object.keys(settingRules) as [SettingKey, ...SettingKey[]];

/** The label of each setting. */
export const settingNames: Readonly<Record<SettingKey, string>> = {
  fee_paise: "Platform fee",
  gst_percent: "GST on the fee",
  upi_payout_paise_max: "Maximum UPI payout",
  imps_payout_paise_max: "Maximum IMPS payout",
  monthly_target_paise: "Monthly target",
  second_approval_above_paise: "Second approval above",
  bulk_second_approval_above_paise: "Second approval of several deposits above",
  control_waiting_hours: "Waiting time when nobody else can confirm",
  receiving_account_notice_hours: "Notice before a receiving account changes",
  partial_return_charges: "Fee and GST on a partial return",
  primary_provider: "Primary provider",
  alternative_provider: "Alternative provider",
  unknown_alert_minutes: "Alert about payouts without an outcome after",
  outcome_decision_hours: "Super admins can decide an outcome after",
  primary_low_balance_paise: "Low balance of the primary provider",
  alternative_low_balance_paise: "Low balance of the alternative provider",
  low_balance_hours: "Low balance when it lasts less than",
  late_check_days: "Check paid payouts again after",
  late_check_calls_max: "Late checks per provider and hour",
  payment_request_days: "Payment requests expire after",
  approval_reminder_hours: "Remind of payment requests every",
  session_days: "Session length",
  super_admin_session_hours: "Session length of super admins",
  tenant_idle_minutes: "Sign out tenants without activity after",
  passkey_sign_in: "Sign-in with a passkey",
  passkey_payouts: "Payouts and approvals confirmed with a passkey",
  passkey_super_admin_acts: "Super admin actions signed with a passkey",
  passkey_host: "Host name of passkeys",
  sign_in_codes_per_hour: "Sign-in codes per number",
  payout_codes_per_hour: "Payout codes per person",
  account_checks_per_hour: "Account checks per person",
  code_calls_per_address_per_hour: "Code requests per network address",
  api_calls_per_key_per_minute: "Calls per API key",
  dlt_entity_id: "DLT entity ID",
  dlt_header: "DLT header",
  ...forEachSmsSetting((kind) => smsNames[kind]),
  smtp_host: "Mail server",
  smtp_port: "Port of the mail server",
  smtp_tls: "Encryption to the mail server",
  mail_from: "Sender's e-mail address",
  mail_from_name: "Sender's name",
  supplier_legal_name: "Legal name",
  supplier_gstin: "GSTIN",
  supplier_address: "Registered address",
  supplier_sac: "SAC of the fee",
  invoice_prefix: "Prefix of invoice numbers",
  ...brandingNames,
};
