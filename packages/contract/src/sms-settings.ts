import { smsKinds, type SmsKind } from "./sms-text.ts";

/** The setting with the template of a text. */
export type SmsSettingKey = `${SmsKind}_sms`;

/** One value for the setting of each text. */
export function forEachSmsSetting<T>(value: (kind: SmsKind) => T): Record<SmsSettingKey, T> {
  const entries = smsKinds.map((kind) => [`${kind}_sms`, value(kind)]);
  return Object.fromEntries(entries) as Record<SmsSettingKey, T>;
}

/** The name of each text. */
export const smsNames: Readonly<Record<SmsKind, string>> = {
  sign_in: "Sign-in text",
  payout: "Payout text",
  signature: "Signature text",
  decision: "Decision text",
  approval: "Approval text",
  approvals: "Text for several approvals",
  payout_lock: "Payout lock text",
  new_device: "New device text",
  session_stolen: "Stolen session text",
  codes_guessed: "Guessed codes text",
  email_changed: "Changed e-mail address text",
  payouts_failed: "Failed payouts text",
  payouts_paid: "Large payouts text",
  requests_waiting: "Approvals to give text",
  invitation: "Invitation text",
};
