import { missingCredentials, readCredentials } from "../credentials/credentials.ts";
import { ask } from "../providers/ask.ts";
import { OutcomeUnknownError } from "../providers/provider.ts";
import { withoutSecrets } from "../providers/without-secrets.ts";
import { SmsRefusedError, type SmsGateway } from "./sms.ts";

interface Options {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

const names = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const;

/** Not a valid number, none that takes texts, or one that asked for none. */
const aboutNumber: ReadonlySet<unknown> = new Set([21211, 21610, 21612, 21614]);

/**
 * Twilio's Programmable Messaging. It is told the whole text and matches it with what is
 * registered for the account; DLT ids don't travel.
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
      const { status, json } = await ask({
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
      refuseUnlessTaken(status, json);
    },
  };
}

const notSent: ReadonlySet<unknown> = new Set(["failed", "undelivered", "canceled"]);

function refuseUnlessTaken(status: number, json: unknown): void {
  const answer = (typeof json === "object" && json !== null ? json : {}) as {
    readonly sid?: unknown;
    readonly status?: unknown;
    readonly code?: unknown;
    readonly error_code?: unknown;
    readonly message?: unknown;
  };
  const code = answer.code ?? answer.error_code;
  if (status >= 400 || notSent.has(answer.status)) {
    const said = typeof answer.message === "string" ? withoutSecrets(answer.message) : "";
    throw new SmsRefusedError(
      `${said || "It refused"} (${typeof code === "number" ? code : status})`,
      {
        aboutNumber: aboutNumber.has(code),
      },
    );
  }
  if (typeof answer.sid !== "string") throw new OutcomeUnknownError("Its answer names no message");
}
