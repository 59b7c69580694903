import { invoiceSettingKeys } from "@rokad/contract/invoice-settings";
import type { SettingKey } from "@rokad/contract/setting-rules";
import { smsKinds } from "@rokad/contract/sms-text";
import { formatMoney } from "@rokad/money/format";
import { money } from "@rokad/money/money";
import { percentOf } from "@rokad/money/rupees";
import { t } from "../super-admin-language.ts";
import { describeSetting } from "./setting-text.ts";

export type Values = Readonly<Partial<Record<SettingKey, unknown>>>;

/**
 * The effects of changes, one sentence each, for the confirmation.
 * @param before all current settings
 * @param after the changed ones
 */
export function effectsOf(before: Values, after: Values): string[] {
  const now = { ...before, ...after };
  const sentences: (string | false)[] = [
    ("fee_paise" in after || "gst_percent" in after) && costSentence(before, now),
    ...(["upi", "imps"] as const).map((method) => {
      const key = `${method}_payout_paise_max` as const;
      return (
        key in after &&
        t`${method.toUpperCase()} payouts above ${describeSetting(key, now[key])} will be rejected before a code is sent.`
      );
    }),
    "second_approval_above_paise" in after && approvalSentence(now.second_approval_above_paise),
    "bulk_second_approval_above_paise" in after &&
      (now.bulk_second_approval_above_paise === null
        ? t`One super admin can approve any number of deposits together.`
        : t`Several deposits above ${describeSetting("bulk_second_approval_above_paise", now.bulk_second_approval_above_paise)} together will need the approval of two super admins.`),
    "control_waiting_hours" in after &&
      t`When nobody else can confirm, changes that guard money take effect after ${describeSetting("control_waiting_hours", now.control_waiting_hours)}. Those that wait already keep their time.`,
    "receiving_account_notice_hours" in after &&
      t`Tenants are notified ${describeSetting("receiving_account_notice_hours", now.receiving_account_notice_hours)} before a receiving account changes.`,
    "partial_return_charges" in after &&
      (now.partial_return_charges === "refund"
        ? t`When a bank returns a part of a payout, its fee and GST are refunded too.`
        : t`When a bank returns a part of a payout, its fee and GST stay charged.`),
    "monthly_target_paise" in after &&
      t`Every tenant's dashboard will show the target ${describeSetting("monthly_target_paise", now.monthly_target_paise)}.`,
    ...(["primary", "alternative"] as const).map((rail) => {
      const key = `${rail}_provider` as const;
      return (
        key in after &&
        t`The next payout through “${rail}” goes to ${describeSetting(key, now[key])}. Sent payouts are still checked with their provider.`
      );
    }),
    "product_name" in after &&
      t`Pages show “${String(now.product_name)}” from the next load, as do statements, receipts and sign-in texts. Registered text templates may need a new registration.`,
    ("terms" in after || "privacy" in after) && t`Everyone can read it from the sign-in page.`,
    ...smsKinds.map(
      (kind) =>
        `${kind}_sms` in after &&
        t`The next message of this kind has this text. It arrives only if operators and gateway registered exactly this text.`,
    ),
    "dlt_header" in after &&
      typeof now.dlt_header === "string" &&
      t`MSG91 sends as ${now.dlt_header}. Twilio uses TWILIO_FROM.`,
    taxSentence(before, after, now),
    "late_check_days" in after &&
      (Array.isArray(now.late_check_days) && now.late_check_days.length === 0
        ? t`Paid payouts are not checked again; a return without a webhook stays unknown.`
        : t`Paid payouts are checked again after ${describeSetting("late_check_days", now.late_check_days)}.`),
    "late_check_calls_max" in after &&
      (now.late_check_calls_max === 0
        ? t`Paid payouts are not checked again; a return without a webhook stays unknown.`
        : t`Each provider gets at most ${describeSetting("late_check_calls_max", now.late_check_calls_max)} an hour about late returns.`),
    "session_days" in after &&
      t`New sessions of tenants last ${describeSetting("session_days", now.session_days)}. Open sessions keep their end.`,
    "super_admin_session_hours" in after &&
      t`New sessions of super admins last ${describeSetting("super_admin_session_hours", now.super_admin_session_hours)}. Open sessions keep their end.`,
    "tenant_idle_minutes" in after &&
      t`Tenants are signed out after ${describeSetting("tenant_idle_minutes", now.tenant_idle_minutes)} without activity. Open sessions follow at their next activity.`,
    "passkey_sign_in" in after &&
      (now.passkey_sign_in === "off"
        ? t`People sign in with a code only. Their passkeys are kept.`
        : t`People with a passkey can sign in with it, beside the code.`),
    ("passkey_payouts" in after || "passkey_super_admin_acts" in after) &&
      t`Codes keep working for everything. Challenges that a passkey has answered stay valid for 5 minutes.`,
    "sign_in_codes_per_hour" in after &&
      t`A number with ${describeSetting("sign_in_codes_per_hour", now.sign_in_codes_per_hour)} waits until the oldest code is an hour old.`,
    "payout_codes_per_hour" in after &&
      t`A tenant can confirm at most ${String(now.payout_codes_per_hour)} payouts an hour in the console.`,
    "account_checks_per_hour" in after &&
      (now.account_checks_per_hour === 0
        ? t`Account names are no longer checked; payouts show the name as unchecked.`
        : t`Account names are checked at most ${String(now.account_checks_per_hour)} times an hour per tenant.`),
    "code_calls_per_address_per_hour" in after &&
      t`All people behind one network address share this limit, for codes requested and entered.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function taxSentence(before: Values, after: Values, now: Values): string | false {
  const isSupplier = invoiceSettingKeys.some((key) => key in after);
  if (!isSupplier) return false;
  const has = ({ supplier_legal_name: name, supplier_gstin: gstin }: Values) =>
    Boolean(name) && Boolean(gstin);
  if (!has(now)) return t`No tax invoices are issued without legal name and GSTIN.`;
  return has(before)
    ? t`Tax invoices issued from an hour on have the new details. Issued ones keep theirs.`
    : t`In an hour, the tax invoices of all earlier months are issued. Issued ones keep their details.`;
}

const example = 100_00n;

function costSentence(before: Values, now: Values): string | false {
  const next = costOf(now);
  if (!next) return false;
  const today = costOf(before);
  const was = today && t` Today it is ${rupees(today.total)}.`;
  return t`The next payout of ${rupees(example)} will take ${rupees(next.total)} from the wallet: ${rupees(next.fee)} fee and ${rupees(next.gst)} GST on it.${was ?? ""} Payouts with a code already sent keep their cost.`;
}

function costOf({ fee_paise: feePaise, gst_percent: percent }: Values) {
  // A stored value may be unreadable; then there is no cost today.
  if (!Number.isSafeInteger(feePaise) || typeof percent !== "number") return undefined;
  const fee = BigInt(Number(feePaise));
  const gst = percentOf(fee, percent);
  return { fee, gst, total: example + fee + gst };
}

function approvalSentence(above: unknown): string {
  return above === null
    ? t`The approval of one super admin will be enough for every deposit.`
    : t`Deposits above ${describeSetting("second_approval_above_paise", above)} will need the approval of two super admins.`;
}

function rupees(paise: bigint): string {
  return formatMoney(money(Number(paise)));
}
