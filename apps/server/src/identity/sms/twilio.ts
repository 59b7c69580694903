import { missingCredentials, readCredentials } from "../../kernel/credentials.ts";
import { sendRequest } from "../../kernel/outbound-call.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import { SmsRefusedError, type SmsGateway } from "./sms-gateway.ts";

interface Options {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

const names = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const;

/** The number is invalid, can't receive texts, or has unsubscribed. */
const rejectedNumberCodes: ReadonlySet<unknown> = new Set([21211, 21610, 21612, 21614]);

/**
 * Twilio's Programmable Messaging. A call passes the whole text, which Twilio matches with the
 * account's registered templates. It takes no DLT ids.
 */
export function twilio({ baseUrl, timeoutMs }: Options): SmsGateway {
  return {
    name: "twilio",

    missingSettings: () => missingCredentials(names),

    async send({ mobile, text }) {
      const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = await readCredentials(
        ...names,
      );
      const isService = TWILIO_FROM.startsWith("MG");
      const key = Buffer.from(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`).toString("base64");
      const { status, json } = await sendRequest({
        method: "POST",
        url: `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(TWILIO_ACCOUNT_SID)}/Messages.json`,
        headers: { authorization: `Basic ${key}` },
        body: new URLSearchParams({
          To: `+91${mobile}`,
          [isService ? "MessagingServiceSid" : "From"]: TWILIO_FROM,
          Body: text,
        }),
        timeoutMs,
      });
      assertAccepted(status, json);
    },
  };
}

const notSent: ReadonlySet<unknown> = new Set(["failed", "undelivered", "canceled"]);

function assertAccepted(status: number, json: unknown): void {
  const answer = (typeof json === "object" && json !== null ? json : {}) as {
    readonly sid?: unknown;
    readonly status?: unknown;
    readonly code?: unknown;
    readonly error_code?: unknown;
    readonly message?: unknown;
  };
  const code = answer.code ?? answer.error_code;
  if (status >= 400 || notSent.has(answer.status)) {
    const message = typeof answer.message === "string" ? redactSecrets(answer.message) : "";
    throw new SmsRefusedError(
      `${message || "Refused"} (${typeof code === "number" ? code : status})`,
      {
        isNumberRejected: rejectedNumberCodes.has(code),
      },
    );
  }
  if (typeof answer.sid !== "string")
    throw new OutcomeUnknownError("The answer contains no message id");
}
