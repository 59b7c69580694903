import { standardTexts, type SmsKind, type SmsTemplate } from "@rokad/contract/sms-text";
import type { Config } from "../config.ts";

/** What the environment has of what is registered with the operators and with MSG91. */
type Registered = Config["registered"];

const none: Registered = {
  entityId: null,
  header: null,
  dltTemplateId: { sign_in: null, payout: null, decision: null },
  msg91TemplateId: { sign_in: null, payout: null, decision: null },
};

let registered = none;

/** Tells what the environment has; comes before the settings are read. */
export function useRegistered(given: Registered): void {
  registered = given;
}

/** The defaults of the settings about the sender. */
export function standardSender() {
  return { dlt_entity_id: registered.entityId, dlt_header: registered.header };
}

/** The default of the setting about one kind of text. */
export function standardTemplate(kind: SmsKind): SmsTemplate {
  const { text, variables } = standardTexts[kind];
  return {
    text,
    variables: [...variables],
    dlt_template_id: registered.dltTemplateId[kind],
    msg91_template_id: registered.msg91TemplateId[kind],
    msg91_route: "flow",
  };
}
