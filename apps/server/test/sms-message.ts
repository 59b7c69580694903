import { smsKinds, type SmsKind, type SmsTemplate } from "@rokad/contract/sms-text";
import { standardTexts } from "@rokad/contract/standard-texts";
import type { SmsMessage } from "../src/identity/sms/sms-gateway.ts";
import { writeText } from "../src/identity/sms/write-text.ts";

/** The templates of the MSG91 account: the standard texts in MSG91's syntax. */
export const msg91Templates: Readonly<Record<string, string>> = Object.fromEntries(
  smsKinds.map((kind) => [msg91Id(kind), asMsg91Template(standardTexts[kind].text)]),
);

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
    msg91_template_id: msg91Id(kind),
    msg91_route: "flow",
    ...change,
  };
}

/** `m91payoutlock`: MSG91's ids have no underscore. */
export function msg91Id(kind: SmsKind): string {
  return `m91${kind.replaceAll("_", "")}`;
}

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
    business: "Sharma Traders",
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
