import type { SmsKind, SmsTemplate } from "@rokad/contract/sms-text";
import { standardTexts } from "@rokad/contract/sms-text";
import type { SmsMessage } from "../src/sms/sms.ts";
import { writeText } from "../src/sms/write-text.ts";

/** The templates of MSG91's account: the standard texts in its own way of writing. */
export const msg91Templates: Readonly<Record<string, string>> = {
  m91signin: inMsg91(standardTexts.sign_in.text),
  m91payout: inMsg91(standardTexts.payout.text),
  m91decision: inMsg91(standardTexts.decision.text),
};

function inMsg91(text: string): string {
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
};

let made = 0;

/** A text with a code, to a number that no other message of a test goes to. */
export function smsMessage(change: { kind?: SmsKind; template?: Partial<SmsTemplate> } = {}) {
  const { kind = "sign_in" } = change;
  const template = smsTemplate(kind, change.template);
  const code = String(482_900 + (made += 1));
  const told = {
    code,
    product: "Rokad",
    amount: "1,500.00",
    beneficiary: "Asha Rao (XX6789)",
    decision: "RK2EM233TB1T94JS as paid",
  };
  const message: SmsMessage = {
    mobile: `97${code}00`,
    kind,
    ...writeText(template, told),
    code,
    template,
    header: "ROKADP",
  };
  return message;
}
