import * as z from "zod/mini";

/**
 * The texts with a code: to sign in, to authorise a payout, to sign an act, one about an amount, to
 * approve one payment request, or several.
 */
export const codeSmsKinds = [
  "sign_in",
  "payout",
  "signature",
  "decision",
  "approval",
  "approvals",
] as const;

/** The optional texts: about an account, payouts and approvals for who chose them, and invitations. */
export const noticeSmsKinds = [
  "payout_lock",
  "new_device",
  "session_stolen",
  "codes_guessed",
  "email_changed",
  "payouts_failed",
  "payouts_paid",
  "requests_waiting",
  "invitation",
] as const;
export type NoticeSmsKind = (typeof noticeSmsKinds)[number];

export const smsKinds = [...codeSmsKinds, ...noticeSmsKinds] as const;
export type SmsKind = (typeof smsKinds)[number];

/** The values for the variables of a registered text. */
export const smsVariables = [
  "code",
  "amount",
  "beneficiary",
  "decision",
  "product",
  "minutes",
  "until",
  "device",
  "time",
  "count",
  "business",
] as const;
export type SmsVariable = (typeof smsVariables)[number];

/** The operators' limit for one variable. */
export const smsVariableCharsMax = 30;
const textCharsMax = 500;

/** A variable of a registered text: `{#numeric#}`. */
const tag = /\{#([a-z]+)#\}/gi;

const wordTags: ReadonlySet<string> = new Set(["alphanumeric", "var"]);
const numberTags: ReadonlySet<string> = new Set(["numeric", "alphanumeric", "var"]);

/** The tags that each value can have. */
const tagsOf: Readonly<Record<SmsVariable, ReadonlySet<string>>> = {
  code: numberTags,
  amount: numberTags,
  minutes: numberTags,
  beneficiary: wordTags,
  decision: wordTags,
  product: wordTags,
  until: wordTags,
  device: wordTags,
  time: wordTags,
  count: numberTags,
  business: wordTags,
};

/** The values that each text must contain. RBI requires a payout's code to name the payout. */
const requiredVariables: Readonly<Record<SmsKind, readonly SmsVariable[]>> = {
  sign_in: ["code"],
  payout: ["code", "amount", "beneficiary"],
  signature: ["code", "decision"],
  decision: ["code", "amount", "decision"],
  approval: ["code", "amount", "beneficiary"],
  approvals: ["code", "count", "amount", "beneficiary"],
  payout_lock: ["until"],
  new_device: ["device"],
  session_stolen: ["time"],
  codes_guessed: ["time"],
  email_changed: ["time"],
  payouts_failed: ["count"],
  payouts_paid: ["count"],
  requests_waiting: ["count"],
  invitation: ["business"],
};

/** What a text can contain besides; by default the product's name, and with a code its minutes. */
const optionalVariables: Partial<Record<SmsKind, readonly SmsVariable[]>> = {
  new_device: ["time", "product"],
  payouts_failed: ["amount", "product"],
  payouts_paid: ["amount", "product"],
  requests_waiting: ["amount", "product"],
};

/** The values that a text of this kind can contain. */
export function variablesFor(kind: SmsKind): readonly SmsVariable[] {
  const required = requiredVariables[kind];
  const usual = required.includes("code")
    ? (["product", "minutes"] as const)
    : (["product"] as const);
  return [...required, ...(optionalVariables[kind] ?? usual)];
}

/** The tags of a text, lower case and in order: `["numeric", "alphanumeric"]`. */
export function tagsIn(text: string): string[] {
  return [...text.matchAll(tag)].map(([, name]) => (name ?? "").toLowerCase());
}

const dltId = z.nullable(
  z
    .string({ error: "Enter the number from the DLT portal" })
    .check(z.regex(/^\d{10,25}$/, "Enter the number from the DLT portal: 10 to 25 digits")),
);

export const entityIdRule = dltId;

export const headerRule = z.nullable(
  z
    .string({ error: "Enter 3 to 11 letters and digits" })
    .check(z.regex(/^[A-Za-z0-9]{3,11}$/, "Enter 3 to 11 letters and digits")),
);

const eachVariable = "Choose a value for each variable";

/** A registered text with its ids. Stored exactly, because operators compare it. */
function smsTemplate(kind: SmsKind) {
  return z
    .strictObject(
      {
        text: z
          .string({ error: "Enter the registered text" })
          .check(
            z.minLength(10, "Enter the registered text"),
            z.maxLength(textCharsMax, `The text must not exceed ${textCharsMax} characters`),
            z.regex(/^\S[^\p{Cc}]*\S$/u, "Enter one line, without spaces around it"),
          ),
        /** The value of each variable, in order. */
        variables: z.array(z.enum(smsVariables, { error: eachVariable }), { error: eachVariable }),
        dlt_template_id: dltId,
        msg91_template_id: z.nullable(
          z
            .string({ error: "Enter the template's id in MSG91" })
            .check(z.regex(/^[A-Za-z0-9_-]{6,60}$/, "Enter the template's id in MSG91")),
        ),
        /** The MSG91 API that sends it. */
        msg91_route: z.enum(["flow", "otp"], { error: "Choose Flow or OTP" }),
      },
      { error: "Send the text, its variables and its ids" },
    )
    .check((context) => {
      const { text, variables, msg91_route: route } = context.value;
      for (const [path, message] of [
        ...mistakesIn(kind, text, variables),
        ...mistakesInRoute(kind, route),
      ]) {
        context.issues.push({ code: "custom", message, path: [path], input: context.value });
      }
    });
}

type Mistake = readonly [path: "text" | "variables" | "msg91_route", message: string];

function mistakesIn(kind: SmsKind, text: string, variables: readonly SmsVariable[]): Mistake[] {
  const tags = tagsIn(text);
  if (/\{#|#\}/.test(text.replaceAll(tag, ""))) {
    return [["text", "A variable is written like {#numeric#} or {#alphanumeric#}"]];
  }
  if (/#\}[^\p{L}\p{N}]*\{#/u.test(text)) {
    return [["text", "Put words between two variables: operators require it"]];
  }
  if (tags.length !== variables.length) {
    return [["variables", `Choose a value for each of the ${tags.length} variables`]];
  }
  const at = variables.findIndex((name, index) => !tagsOf[name].has(tags[index] ?? ""));
  const mismatch = variables[at];
  if (mismatch !== undefined) {
    return [["variables", `${smsVariableNames[mismatch]} does not match {#${tags[at]}#}`]];
  }
  const unknown = variables.find((name) => !variablesFor(kind).includes(name));
  if (unknown)
    return [
      ["variables", `This text can't contain the ${smsVariableNames[unknown].toLowerCase()}`],
    ];
  const missing = requiredVariables[kind].find((name) => !variables.includes(name));
  if (missing) return [["variables", `The text must contain the ${variablePhrases[missing]}`]];
  return [];
}

/** MSG91's OTP route sends a code. */
function mistakesInRoute(kind: SmsKind, route: string): Mistake[] {
  if (route === "flow" || requiredVariables[kind].includes("code")) return [];
  return [["msg91_route", "Choose Flow: this text has no code"]];
}

export const smsVariableNames: Readonly<Record<SmsVariable, string>> = {
  code: "Code",
  amount: "Amount",
  beneficiary: "Beneficiary",
  decision: "Decision",
  product: "Product name",
  minutes: "Minutes",
  until: "End of the lock",
  device: "Device",
  time: "Time",
  count: "Number of payouts",
  business: "Business",
};

const variablePhrases: Readonly<Record<SmsVariable, string>> = {
  code: "code",
  amount: "amount",
  beneficiary: "beneficiary",
  decision: "decision",
  product: "product name",
  minutes: "validity in minutes",
  until: "end of the lock",
  device: "device",
  time: "time",
  count: "number of payouts",
  business: "name of the business",
};

/** The rule of each text in System Settings. */
export const smsTemplates = Object.fromEntries(
  smsKinds.map((kind) => [kind, smsTemplate(kind)]),
) as Readonly<Record<SmsKind, ReturnType<typeof smsTemplate>>>;
export type SmsTemplate = z.output<(typeof smsTemplates)["sign_in"]>;

/** The text to send: `values` replace the variables in order. */
export function renderSms(text: string, values: readonly string[]): string {
  let at = 0;
  return text.replaceAll(tag, () => values[at++] ?? "");
}
