import { smsKinds, type SmsKind } from "@rokad/contract/sms-text";

/** DLT registers a text with the operators, MSG91 stores it: each gives it an id. */
type Registrar = "DLT" | "MSG91";
export type TemplateIdName<R extends Registrar = Registrar> =
  `${R}_${Uppercase<SmsKind>}_TEMPLATE_ID`;

/** The environment variable with the id of a text, such as `DLT_SIGN_IN_TEMPLATE_ID`. */
export function templateIdName<R extends Registrar>(registrar: R, kind: SmsKind) {
  return `${registrar}_${kind.toUpperCase()}_TEMPLATE_ID` as TemplateIdName<R>;
}

/** One variable for each text, all with the same rule. */
export function templateIdEnvironment<R extends Registrar, Rule>(registrar: R, rule: Rule) {
  return Object.fromEntries(
    smsKinds.map((kind) => [templateIdName(registrar, kind), rule]),
  ) as Record<TemplateIdName<R>, Rule>;
}

/** The ids in the environment; null for a text without one. */
export function templateIdsIn<R extends Registrar>(
  registrar: R,
  settings: { readonly [Name in TemplateIdName<R>]?: string | undefined },
): Readonly<Record<SmsKind, string | null>> {
  const ids = smsKinds.map((kind) => [kind, settings[templateIdName(registrar, kind)] ?? null]);
  return Object.fromEntries(ids) as Record<SmsKind, string | null>;
}
