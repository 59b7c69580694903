import { limits } from "@rokad/contract/limits";
import type { SmsKind } from "@rokad/contract/sms-text";
import { missingCredentials, readCredentials } from "../../kernel/credentials.ts";
import { sendRequest } from "../../kernel/outbound-call.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import { SmsRefusedError, type SmsGateway, type SmsMessage } from "./sms-gateway.ts";

interface Options {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

const templateIdNames: Readonly<Record<SmsKind, string>> = {
  sign_in: "MSG91_SIGN_IN_TEMPLATE_ID",
  payout: "MSG91_PAYOUT_TEMPLATE_ID",
  decision: "MSG91_DECISION_TEMPLATE_ID",
  approval: "MSG91_APPROVAL_TEMPLATE_ID",
  approvals: "MSG91_APPROVALS_TEMPLATE_ID",
  payout_lock: "MSG91_PAYOUT_LOCK_TEMPLATE_ID",
  new_device: "MSG91_NEW_DEVICE_TEMPLATE_ID",
  session_stolen: "MSG91_SESSION_STOLEN_TEMPLATE_ID",
  codes_guessed: "MSG91_CODES_GUESSED_TEMPLATE_ID",
  email_changed: "MSG91_EMAIL_CHANGED_TEMPLATE_ID",
  payouts_failed: "MSG91_PAYOUTS_FAILED_TEMPLATE_ID",
  payouts_paid: "MSG91_PAYOUTS_PAID_TEMPLATE_ID",
};

/**
 * MSG91's v5 API. MSG91 stores the registered text as a template; a call passes the template's id
 * and the values `VAR1`, `VAR2` … in order. Rokad creates and checks the codes itself.
 */
export function msg91({ baseUrl, timeoutMs }: Options): SmsGateway {
  return {
    name: "msg91",

    async missingSettings(template, kind) {
      const credentials = await missingCredentials(["MSG91_AUTH_KEY"]);
      return [...credentials, ...(template.msg91_template_id ? [] : [templateIdNames[kind]])];
    },

    async send(message) {
      const { template, kind } = message;
      if (!template.msg91_template_id) {
        throw new SmsRefusedError(`${templateIdNames[kind]} is not set`);
      }
      const { MSG91_AUTH_KEY } = await readCredentials("MSG91_AUTH_KEY");
      const { status, json } = await sendRequest({
        method: "POST",
        url: `${baseUrl}/api/v5/${template.msg91_route}`,
        headers: { authkey: MSG91_AUTH_KEY },
        body: bodies[template.msg91_route](message),
        timeoutMs,
      });
      assertAccepted(status, json);
    },
  };
}

const bodies = {
  flow: (message: SmsMessage) => ({
    template_id: message.template.msg91_template_id,
    short_url: "0",
    ...senderOf(message),
    recipients: [{ mobiles: `91${message.mobile}`, ...variablesOf(message) }],
  }),
  otp: (message: SmsMessage) => ({
    template_id: message.template.msg91_template_id,
    mobile: `91${message.mobile}`,
    otp: message.code,
    otp_length: limits.otpDigits,
    otp_expiry: limits.otpLifeSeconds / 60,
    ...senderOf(message),
    ...variablesOf(message),
  }),
};

function senderOf({ header }: SmsMessage) {
  return header === null ? {} : { sender: header };
}

function variablesOf({ values }: SmsMessage): Record<string, string> {
  return Object.fromEntries(values.map((value, at) => [`VAR${at + 1}`, value]));
}

/** MSG91 may report an error with HTTP 200, so only `type` shows the result. */
function assertAccepted(status: number, json: unknown): void {
  const answer = typeof json === "object" && json !== null ? json : {};
  const type = "type" in answer ? answer.type : undefined;
  if (type === "success" && status < 300) return;
  const message = "message" in answer && typeof answer.message === "string" ? answer.message : "";
  if (type === "error" || status >= 400) {
    throw new SmsRefusedError(redactSecrets(message) || `Refused without a reason (${status})`);
  }
  throw new OutcomeUnknownError("The answer is neither success nor error");
}
