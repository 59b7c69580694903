import { smsSize } from "@rokad/contract/sms-size";
import {
  renderSms,
  smsTemplates,
  tagsIn,
  variablesFor,
  type SmsKind,
  type SmsTemplate,
  type SmsVariable,
} from "@rokad/contract/sms-text";
import { t } from "../super-admin-language.ts";

/** A template in the form; a blank field means no ID. */
export interface SmsDraft {
  readonly text: string;
  /** The value of each variable in the text; undefined until chosen. */
  readonly variables: readonly (SmsVariable | undefined)[];
  readonly dlt_template_id: string;
  readonly msg91_template_id: string;
  readonly msg91_route: SmsTemplate["msg91_route"];
}

export function draftOf(template: SmsTemplate): SmsDraft {
  return {
    ...template,
    dlt_template_id: template.dlt_template_id ?? "",
    msg91_template_id: template.msg91_template_id ?? "",
  };
}

/** The draft with another text; chosen variables stay at their positions. */
export function withText(draft: SmsDraft, text: string): SmsDraft {
  return { ...draft, text, variables: tagsIn(text).map((_, at) => draft.variables[at]) };
}

type Read =
  | { readonly value: SmsTemplate; readonly problems: Problems }
  | { readonly value?: undefined; readonly problems: Problems };
type Problems = Readonly<Partial<Record<keyof SmsDraft, string>>>;

/** The template of the draft, or the errors by field. */
export function readDraft(kind: SmsKind, draft: SmsDraft): Read {
  const parsed = smsTemplates[kind].safeParse({
    ...draft,
    text: draft.text.trim(),
    dlt_template_id: draft.dlt_template_id.trim() || null,
    msg91_template_id: draft.msg91_template_id.trim() || null,
  });
  if (parsed.success) return { value: parsed.data, problems: {} };
  const problems: Partial<Record<string, string>> = {};
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
  return { problems };
}

/** The longest possible text, for this product name. */
export function longestSms(draft: SmsDraft, product: string): string {
  const longest: Readonly<Record<SmsVariable, string>> = {
    code: "482913",
    amount: "5,00,000.00",
    beneficiary: t`Shree Balaji Whole... (XX6789)`,
    decision: t`RKA2EM233TB1T94JS as failed`,
    product,
    minutes: "5",
    until: "21/11/2026 14:05",
    device: "Samsung Internet on Android",
    time: "21/11/2026 14:05",
    count: "400",
    business: t`Shree Balaji Wholesale Trad...`,
  };
  return renderSms(
    draft.text.trim(),
    draft.variables.map((name) => (name ? longest[name] : "…")),
  );
}

/** "104 characters, 1 SMS", and the characters that make it longer. */
export function describeSmsSize(text: string): string {
  const { characters, parts, others } = smsSize(text);
  const size = t`${characters} characters, ${parts} SMS`;
  if (others.length === 0) return size;
  return t`${size}: with ${others.join(" ")} only 70 fit into one SMS. Use “Rs.” for ₹, and plain letters.`;
}

/** Operators accept more than three variables only with a recorded reason. */
export function isUnusual(kind: SmsKind, draft: SmsDraft): boolean {
  return draft.variables.length > Math.min(3, variablesFor(kind).length);
}
