import {
  renderSms,
  smsSize,
  smsTemplates,
  tagsIn,
  variablesFor,
  type SmsKind,
  type SmsTemplate,
  type SmsVariable,
} from "@rokad/contract/sms-text";

/** A template while it is typed: a blank field is an id that is not there. */
export interface SmsDraft {
  readonly text: string;
  /** One for each variable of the text; undefined until it is said what stands there. */
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

/** Another text: what was said of its variables stays as far as it has as many. */
export function withText(draft: SmsDraft, text: string): SmsDraft {
  return { ...draft, text, variables: tagsIn(text).map((_, at) => draft.variables[at]) };
}

type Read =
  | { readonly value: SmsTemplate; readonly problems: Problems }
  | { readonly value?: undefined; readonly problems: Problems };
type Problems = Readonly<Partial<Record<keyof SmsDraft, string>>>;

/** The template that is typed, or what is wrong with which field. */
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

/** A text as long as it gets, for a business of this name. */
export function longestSms(draft: SmsDraft, product: string): string {
  const longest: Readonly<Record<SmsVariable, string>> = {
    code: "482913",
    amount: "5,00,000.00",
    beneficiary: "Shree Balaji Whole... (XX6789)",
    decision: "RK2EM233TB1T94JS as failed",
    product,
    minutes: "5",
  };
  return renderSms(
    draft.text.trim(),
    draft.variables.map((name) => (name ? longest[name] : "…")),
  );
}

/** "104 characters, 1 SMS", and what makes it dearer than it looks. */
export function sizeInWords(text: string): string {
  const { characters, parts, others } = smsSize(text);
  const size = `${characters} characters, ${parts} SMS`;
  if (others.length === 0) return size;
  return `${size}: with ${others.join(" ")} only 70 fit into one. Write “Rs.” for ₹, and plain letters and signs.`;
}

/** Operators let more than three variables through only with reasons that they have recorded. */
export function isUnusual(kind: SmsKind, draft: SmsDraft): boolean {
  return draft.variables.length > Math.min(3, variablesFor(kind).length);
}
