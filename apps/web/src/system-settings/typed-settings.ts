import type { SettingKey } from "@rokad/contract/setting-rules";
import type { SmsSettingKey } from "@rokad/contract/sms-settings";
import { smsKinds } from "@rokad/contract/sms-text";
import { t } from "../super-admin-language.ts";
import { invoiceSettings } from "./invoice-settings.ts";

/** Settings with one field; the others have a dialog of their own. */
export type TypedKey = Exclude<SettingKey, SmsSettingKey>;

type Kind = "paise" | "percent" | "count" | "days" | "choice" | "id" | "line" | "text";

interface TypedSetting {
  readonly kind: Kind;
  /** The rule, shown before any error. */
  readonly hint: string;
  /** Shown after the field. */
  readonly unit?: string;
}

export const typedSettings: Readonly<Record<TypedKey, TypedSetting>> = {
  fee_paise: { kind: "paise", hint: t`₹0 to ₹1,000, for each payout`, unit: t`a payout` },
  gst_percent: {
    kind: "percent",
    hint: t`0 to 28, rounded half up to a paisa per payout`,
    unit: "%",
  },
  partial_return_charges: {
    kind: "choice",
    hint: t`keep: they stay charged; refund: they come back with the first part`,
  },
  upi_payout_paise_max: { kind: "paise", hint: t`₹1 to ₹5,00,000; a provider may take less` },
  imps_payout_paise_max: { kind: "paise", hint: t`₹1 to ₹5,00,000; a provider may take less` },
  monthly_target_paise: {
    kind: "paise",
    hint: t`₹1 to ₹10,00,00,00,000; the monthly target on dashboards`,
  },
  second_approval_above_paise: {
    kind: "paise",
    hint: t`₹0 to ₹10,00,000; blank: one super admin is always enough`,
  },
  bulk_second_approval_above_paise: {
    kind: "paise",
    hint: t`₹0 to ₹10,00,00,000 of several together; blank: one person is always enough`,
  },
  control_waiting_hours: {
    kind: "count",
    hint: t`1 to 168; changes on this page wait when nobody else can confirm`,
    unit: "hours",
  },
  receiving_account_notice_hours: {
    kind: "count",
    hint: t`0 to 168; tenants hear of another account this long before`,
    unit: "hours",
  },
  primary_provider: {
    kind: "choice",
    hint: t`Sends payouts through “primary”. Sent payouts stay with their provider.`,
  },
  alternative_provider: {
    kind: "choice",
    hint: t`Sends payouts through “alternative”`,
  },
  unknown_alert_minutes: {
    kind: "count",
    hint: t`1 to 1,440; then all super admins are notified, once per payout`,
    unit: "minutes",
  },
  outcome_decision_hours: {
    kind: "count",
    hint: t`1 to 720; banks may take three working days`,
    unit: "hours",
  },
  primary_low_balance_paise: {
    kind: "paise",
    hint: t`₹1 to ₹10,00,00,00,000; super admins are notified below it. Blank: no limit`,
  },
  alternative_low_balance_paise: {
    kind: "paise",
    hint: t`₹1 to ₹10,00,00,00,000; super admins are notified below it. Blank: no limit`,
  },
  low_balance_hours: {
    kind: "count",
    hint: t`1 to 720, at the payout rate of the last day; blank: no limit`,
    unit: "hours",
  },
  late_check_days: {
    kind: "days",
    hint: t`At most 5 days from 1 to 180, as 2, 7, 30; blank: never`,
    unit: "days",
  },
  late_check_calls_max: {
    kind: "count",
    hint: t`0 to 3,000 calls about late returns; 0 turns them off`,
    unit: "calls",
  },
  payment_request_days: {
    kind: "count",
    hint: t`1 to 365; a request that is not sent then expires`,
    unit: "days",
  },
  approval_reminder_hours: {
    kind: "count",
    hint: t`1 to 720; one reminder per time to those who can approve`,
    unit: "hours",
  },
  session_days: { kind: "count", hint: t`1 to 90; then tenants sign in again`, unit: "days" },
  super_admin_session_hours: {
    kind: "count",
    hint: t`1 to 24; then super admins sign in again`,
    unit: "hours",
  },
  tenant_idle_minutes: {
    kind: "count",
    hint: t`5 to 1,440; the server waits 2 minutes more. Super admins: 15`,
    unit: "minutes",
  },
  passkey_sign_in: { kind: "choice", hint: t`allowed: beside the code on the sign-in page` },
  passkey_payouts: { kind: "choice", hint: t`allowed: tenants may use it instead of the code` },
  passkey_super_admin_acts: {
    kind: "choice",
    hint: t`allowed: super admins may use it instead of the code`,
  },
  passkey_host: {
    kind: "id",
    hint: t`The console's host name, or a domain above it; blank if none`,
  },
  sign_in_codes_per_hour: {
    kind: "count",
    hint: t`1 to 1,000 texts to one number`,
    unit: t`an hour`,
  },
  payout_codes_per_hour: { kind: "count", hint: t`1 to 10,000, one a payout`, unit: t`an hour` },
  account_checks_per_hour: {
    kind: "count",
    hint: t`0 to 10,000; each may cost ₹1 or more; 0 turns checks off`,
    unit: t`an hour`,
  },
  code_calls_per_address_per_hour: {
    kind: "count",
    hint: t`1 to 1,00,000; an office shares one address`,
    unit: t`an hour`,
  },
  api_calls_per_key_per_minute: {
    kind: "count",
    hint: t`1 to 1,00,000 a server`,
    unit: t`a minute`,
  },
  dlt_entity_id: {
    kind: "id",
    hint: t`This business's number on the DLT portals; blank if none`,
  },
  dlt_header: {
    kind: "id",
    hint: t`The sender that people see; blank uses the gateway's default`,
  },
  smtp_host: { kind: "id", hint: t`Such as smtp.example.in; blank sends no e-mail` },
  smtp_port: { kind: "count", hint: t`587 for starttls, 465 for tls; also 25 and 2525` },
  smtp_tls: {
    kind: "choice",
    hint: t`starttls begins plain and requires encryption; tls encrypts from the start`,
  },
  mail_from: { kind: "id", hint: t`The address that receivers see, such as no-reply@example.in` },
  mail_from_name: { kind: "id", hint: t`At most 60 characters; blank uses the product name` },
  ...invoiceSettings,
  product_name: {
    kind: "line",
    hint: t`2 to 30 characters; in header, tab, statements, receipts and sign-in texts`,
  },
  tagline: { kind: "line", hint: t`At most 100 characters; in the footer and search results` },
  sign_in_line: { kind: "line", hint: t`At most 100 characters; under “Sign in to …”` },
  promise: { kind: "line", hint: t`At most 100 characters; on large screens` },
  support_email: { kind: "line", hint: t`The contact address on the two legal pages` },
  strengths: { kind: "text", hint: t`1 to 3 lines of at most 40 characters` },
  claims: { kind: "text", hint: t`1 to 3 lines as: 50M+ | processed monthly` },
  credits: { kind: "text", hint: t`At most 4 lines as: Source code | https://…` },
  terms: {
    kind: "text",
    hint: t`“Updated …” first, then each section under a line that begins with #`,
  },
  privacy: {
    kind: "text",
    hint: t`“Updated …” first, then each section under a line that begins with #`,
  },
};

const whole: ReadonlySet<SettingKey> = new Set(smsKinds.map((kind) => `${kind}_sms` as const));

function isTyped(key: SettingKey): key is TypedKey {
  return !whole.has(key);
}

export function kindOf(key: SettingKey): Kind | undefined {
  return isTyped(key) ? typedSettings[key].kind : undefined;
}

/** The unit after a number: "days", "an hour". */
export function unitOf(key: SettingKey): string | undefined {
  return isTyped(key) ? typedSettings[key].unit : undefined;
}
