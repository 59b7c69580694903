import { settingNames } from "@rokad/contract/setting-rules";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { typedSettings, type TypedKey } from "./typed-settings.ts";

export interface SettingGroup {
  readonly title: string;
  readonly description: string;
  readonly keys: readonly TypedKey[];
  /** Two columns of fields. */
  readonly wide?: true;
}

/** What a group says, for the search. */
export function wordsOf({ title, description, keys }: SettingGroup): string {
  const settings = keys.map(
    (key) => `${translateText(settingNames[key])} ${typedSettings[key].hint}`,
  );
  return [title, description, ...settings].join(" ");
}

export const charges: SettingGroup = {
  title: t`Charges`,
  description: t`The charges of a payout, added to its amount`,
  keys: ["fee_paise", "gst_percent", "partial_return_charges"],
};

export const payoutLimits: SettingGroup = {
  title: t`Limits`,
  description: t`Limits of payouts, payment requests, and deposits with one approval`,
  keys: [
    "upi_payout_paise_max",
    "imps_payout_paise_max",
    "second_approval_above_paise",
    "bulk_second_approval_above_paise",
    "payment_request_days",
    "approval_reminder_hours",
    "monthly_target_paise",
  ],
};

export const changesOfControls: SettingGroup = {
  title: t`Changes of controls`,
  description: t`How long changes wait that guard money`,
  keys: ["control_waiting_hours", "receiving_account_notice_hours"],
};

export const providers: SettingGroup = {
  title: t`Providers`,
  description: t`Providers of payouts, payouts without an outcome, and low balances`,
  keys: [
    "primary_provider",
    "alternative_provider",
    "unknown_alert_minutes",
    "outcome_decision_hours",
    "primary_low_balance_paise",
    "alternative_low_balance_paise",
    "low_balance_hours",
    "late_check_days",
    "late_check_calls_max",
  ],
  wide: true,
};

export const branding: SettingGroup = {
  title: t`Branding`,
  description: t`Name and texts of this business. Open pages show changes after a reload.`,
  keys: [
    "product_name",
    "support_email",
    "tagline",
    "sign_in_line",
    "promise",
    "strengths",
    "claims",
    "credits",
    "terms",
    "privacy",
  ],
  wide: true,
};

export const sessionsAndCodes: SettingGroup = {
  title: t`Sessions and codes`,
  description: t`Length of sessions, and limits of codes, checks and API keys`,
  keys: [
    "session_days",
    "super_admin_session_hours",
    "tenant_idle_minutes",
    "sign_in_codes_per_hour",
    "payout_codes_per_hour",
    "account_checks_per_hour",
    "code_calls_per_address_per_hour",
    "api_calls_per_key_per_minute",
  ],
};

export const passkeys: SettingGroup = {
  title: t`Passkeys`,
  description: t`What people may do with a passkey instead of a code`,
  keys: ["passkey_sign_in", "passkey_payouts", "passkey_super_admin_acts", "passkey_host"],
};

export const sender: SettingGroup = {
  title: t`SMS sender`,
  description: t`The sender of text messages, as registered with the operators (DLT)`,
  keys: ["dlt_entity_id", "dlt_header"],
  wide: true,
};

export const mailServer: SettingGroup = {
  title: t`Mail server`,
  description: t`The server that sends e-mails (SMTP). Its user and password are credentials of Payment Gateway.`,
  keys: ["smtp_host", "smtp_port", "smtp_tls", "mail_from", "mail_from_name"],
  wide: true,
};
