import { smsKinds, type SmsKind, type SmsTemplate } from "@rokad/contract/sms-text";
import { standardTexts } from "@rokad/contract/standard-texts";
import type { Config } from "../../kernel/config.ts";

/** The registrations with the telecom operators (DLT) and MSG91, from the environment. */
type Registrations = Config["registered"];

const none: Registrations = {
  entityId: null,
  header: null,
  dltTemplateId: noIds(),
  msg91TemplateId: noIds(),
};

function noIds() {
  return Object.fromEntries(smsKinds.map((kind) => [kind, null])) as Record<SmsKind, null>;
}

let registrations = none;

/** Sets the registrations from the environment. Call it before the settings are read. */
export function useRegisteredTexts(fromEnvironment: Registrations): void {
  registrations = fromEnvironment;
}

/** The defaults of the sender settings. */
export function defaultSender() {
  return { dlt_entity_id: registrations.entityId, dlt_header: registrations.header };
}

/** The default template of one kind of text. */
export function defaultTemplate(kind: SmsKind): SmsTemplate {
  const { text, variables } = standardTexts[kind];
  return {
    text,
    variables: [...variables],
    dlt_template_id: registrations.dltTemplateId[kind],
    msg91_template_id: registrations.msg91TemplateId[kind],
    msg91_route: "flow",
  };
}
