import { brand } from "@rokad/contract/brand";
import { brandingFields, type BrandingKey } from "@rokad/contract/branding-rules";
import { limits } from "@rokad/contract/limits";
import type { SettingKey, Settings } from "@rokad/contract/setting-rules";
import { forEachSmsSetting, type SmsSettingKey } from "@rokad/contract/sms-settings";
import { defaultPasskeyHost } from "../../kernel/passkey-origins.ts";
import { defaultAdapters } from "../../providers/configured-providers.ts";
import { defaultSender, defaultTemplate } from "./registered-texts.ts";

const fixedDefaults: Omit<Settings, ProviderSetting | SmsSetting | "passkey_host"> = {
  fee_paise: 5_00,
  gst_percent: 18,
  upi_payout_paise_max: limits.payoutPaiseMax,
  imps_payout_paise_max: limits.payoutPaiseMax,
  monthly_target_paise: 1_00_00_000_00,
  second_approval_above_paise: null,
  bulk_second_approval_above_paise: null,
  control_waiting_hours: 24,
  receiving_account_notice_hours: 24,
  partial_return_charges: "keep",
  passkey_sign_in: "allowed",
  passkey_payouts: "allowed",
  passkey_super_admin_acts: "allowed",
  sign_in_codes_per_hour: 10,
  payout_codes_per_hour: 60,
  account_checks_per_hour: 60,
  code_calls_per_address_per_hour: 600,
  api_calls_per_key_per_minute: 1_200,
  unknown_alert_minutes: 15,
  outcome_decision_hours: 72,
  primary_low_balance_paise: null,
  alternative_low_balance_paise: null,
  low_balance_hours: 4,
  late_check_days: [2, 7, 30],
  late_check_calls_max: 600,
  payment_request_days: 30,
  approval_reminder_hours: 24,
  session_days: 30,
  super_admin_session_hours: 12,
  // Someone at a counter comes back to the console within the hour; after closing time it locks.
  tenant_idle_minutes: 60,
  smtp_host: null,
  smtp_port: 587,
  smtp_tls: "starttls",
  mail_from: null,
  mail_from_name: null,
  supplier_legal_name: null,
  supplier_gstin: null,
  supplier_address: null,
  // Other services auxiliary to financial services.
  supplier_sac: "997158",
  invoice_prefix: "RK",
};

type ProviderSetting = "primary_provider" | "alternative_provider";
type SmsSetting = "dlt_entity_id" | "dlt_header" | SmsSettingKey;

/**
 * The defaults of the settings that the server works with. The environment sets those of the provider
 * adapters, of the registered SMS texts and of the host name of passkeys.
 */
export function settingDefaults(): Settings {
  const { primary, alternative } = defaultAdapters();
  return {
    ...fixedDefaults,
    primary_provider: primary,
    alternative_provider: alternative,
    passkey_host: defaultPasskeyHost(),
    ...defaultSender(),
    ...forEachSmsSetting(defaultTemplate),
  };
}

/** The default of any setting, branding included. */
export function defaultOf(key: SettingKey): unknown {
  return isBranding(key) ? brand[brandingFields[key]] : settingDefaults()[key];
}

function isBranding(key: SettingKey): key is BrandingKey {
  return Object.hasOwn(brandingFields, key);
}
