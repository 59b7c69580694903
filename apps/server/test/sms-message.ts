import type { SmsKind, SmsTemplate } from "@rokad/contract/sms-text";
import { standardTexts } from "@rokad/contract/sms-text";
import type { SmsMessage } from "../src/identity/sms/sms-gateway.ts";
import { writeText } from "../src/identity/sms/write-text.ts";

/** The templates of the MSG91 account: the standard texts in MSG91's syntax. */
export const msg91Templates: Readonly<Record<string, string>> = {
  m91signin: asMsg91Template(standardTexts.sign_in.text),
  m91payout: asMsg91Template(standardTexts.payout.text),
  m91decision: asMsg91Template(standardTexts.decision.text),
  m91approval: asMsg91Template(standardTexts.approval.text),
  m91approvals: asMsg91Template(standardTexts.approvals.text),
  m91lock: asMsg91Template(standardTexts.payout_lock.text),
  m91device: asMsg91Template(standardTexts.new_device.text),
  m91stolen: asMsg91Template(standardTexts.session_stolen.text),
  m91guessed: asMsg91Template(standardTexts.codes_guessed.text),
  m91email: asMsg91Template(standardTexts.email_changed.text),
  m91failed: asMsg91Template(standardTexts.payouts_failed.text),
  m91paid: asMsg91Template(standardTexts.payouts_paid.text),
};

function asMsg91Template(text: string): string {
  let at = 0;
  return text.replaceAll(/\{#\w+#\}/g, () => `##VAR${(at += 1)}##`);
}

export function smsTemplate(kind: SmsKind, change: Partial<SmsTemplate> = {}): SmsTemplate {
  const { text, variables } = standardTexts[kind];
  return {
    text,
    variables: [...variables],
    dlt_template_id: "1107160000000012345",
    msg91_template_id: msg91Ids[kind],
    msg91_route: "flow",
    ...change,
  };
}

const msg91Ids: Readonly<Record<SmsKind, string>> = {
  sign_in: "m91signin",
  payout: "m91payout",
  decision: "m91decision",
  approval: "m91approval",
  approvals: "m91approvals",
  payout_lock: "m91lock",
  new_device: "m91device",
  session_stolen: "m91stolen",
  codes_guessed: "m91guessed",
  email_changed: "m91email",
  payouts_failed: "m91failed",
  payouts_paid: "m91paid",
};

let count = 0;

/** A message with a unique code to a unique number. */
export function smsMessage(change: { kind?: SmsKind; template?: Partial<SmsTemplate> } = {}) {
  const { kind = "sign_in" } = change;
  const template = smsTemplate(kind, change.template);
  const code = String(482_900 + (count += 1));
  const values = {
    code,
    product: "Rokad",
    amount: "1,500.00",
    beneficiary: "Asha Rao (XX6789)",
    decision: "RKA2EM233TB1T94JS as paid",
    until: "21/11/2026 14:05",
    device: "Chrome on Windows",
    time: "21/11/2026 14:05",
    count: "400",
  };
  const message: SmsMessage = {
    mobile: `97${code}00`,
    kind,
    ...writeText(template, values),
    code,
    template,
    header: "ROKADP",
  };
  return message;
}
