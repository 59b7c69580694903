import { invoiceSettingKeys } from "./invoice-settings.ts";
import { forEachSmsSetting } from "./sms-settings.ts";
import { settingKeys, type SettingKey, type WorkingKey } from "./setting-rules.ts";

/**
 * Whether a change of each setting needs two super admins, because it decides where money goes,
 * what it costs, or who must agree. A setting can't be added without an answer here.
 */
const guardsMoney: Readonly<Record<WorkingKey, boolean>> = {
  fee_paise: true,
  gst_percent: true,
  upi_payout_paise_max: true,
  imps_payout_paise_max: true,
  partial_return_charges: true,
  monthly_target_paise: false,
  second_approval_above_paise: true,
  bulk_second_approval_above_paise: true,
  control_waiting_hours: true,
  receiving_account_notice_hours: true,
  primary_provider: true,
  alternative_provider: true,
  primary_low_balance_paise: false,
  alternative_low_balance_paise: false,
  low_balance_hours: false,
  unknown_alert_minutes: false,
  late_check_days: false,
  late_check_calls_max: false,
  outcome_decision_hours: true,
  payment_request_days: false,
  approval_reminder_hours: false,
  session_days: false,
  super_admin_session_hours: false,
  tenant_idle_minutes: false,
  passkey_sign_in: false,
  passkey_payouts: true,
  passkey_super_admin_acts: true,
  passkey_host: false,
  sign_in_codes_per_hour: false,
  payout_codes_per_hour: false,
  account_checks_per_hour: false,
  code_calls_per_address_per_hour: false,
  api_calls_per_key_per_minute: false,
  dlt_entity_id: false,
  dlt_header: false,
  ...forEachSmsSetting(() => false),
  // They decide who can read or withhold notifications.
  smtp_host: true,
  smtp_port: true,
  smtp_tls: true,
  mail_from: true,
  mail_from_name: false,
  supplier_legal_name: false,
  supplier_gstin: false,
  supplier_address: false,
  supplier_sac: false,
  invoice_prefix: false,
};

/** The settings whose change one super admin proposes and another confirms. Branding has none. */
export const guardedKeys: ReadonlySet<SettingKey> = new Set(
  settingKeys.filter((key) => Object.hasOwn(guardsMoney, key) && guardsMoney[key as WorkingKey]),
);

/** The settings that the role finance may change: those that guard money, and figures about it. */
export const moneyKeys: ReadonlySet<SettingKey> = new Set<SettingKey>([
  ...guardedKeys,
  "monthly_target_paise",
  "primary_low_balance_paise",
  "alternative_low_balance_paise",
  "low_balance_hours",
  ...invoiceSettingKeys,
]);
