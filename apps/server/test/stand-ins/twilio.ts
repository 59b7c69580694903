import { openStandIn, type StandInReply, type StandInRequest } from "./stand-in-server.ts";
import type { DeliveredText } from "./msg91.ts";

export const twilioAccount = {
  TWILIO_ACCOUNT_SID: "AC0123456789abcdef0123456789abcdef",
  TWILIO_AUTH_TOKEN: "tw-token-9f8e7d6c5b4a39281706",
  TWILIO_FROM: "ROKADP",
} as const;

/** Twilio's `Messages.json`: Basic authentication, a form body, and Twilio's own error codes. */
export async function openTwilio() {
  const delivered: DeliveredText[] = [];
  const standIn = await openStandIn(handle);

  function handle({ method, path, headers, body }: StandInRequest): StandInReply {
    const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = twilioAccount;
    const key = Buffer.from(`${sid}:${token}`).toString("base64");
    if (headers.authorization !== `Basic ${key}`) return refused(401, 20003, "Authenticate");
    if (method !== "POST" || path !== `/2010-04-01/Accounts/${sid}/Messages.json`) {
      return refused(404, 20404, `The requested resource ${path} was not found`);
    }
    if (headers["content-type"] !== "application/x-www-form-urlencoded;charset=UTF-8") {
      return refused(400, 21604, "A 'To' phone number is required.");
    }
    const form = new URLSearchParams(body);
    const to = form.get("To") ?? "";
    const text = form.get("Body") ?? "";
    if (!/^\+91[6-9]\d{9}$/.test(to)) {
      return refused(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    }
    if (!form.has("From") && !form.has("MessagingServiceSid")) {
      return refused(400, 21603, "A 'From' phone number is required.");
    }
    if (text === "") return refused(400, 21602, "Message body is required.");
    if (text.length > 1_600) {
      return refused(400, 21617, "The concatenated message body exceeds the 1600 character limit.");
    }
    delivered.push({ mobile: to.slice(3), text });
    const json = { sid: "SM0123456789abcdef0123456789abcdef", status: "queued", error_code: null };
    return { status: 201, json };
  }

  return { ...standIn, delivered: delivered as readonly DeliveredText[] };
}

function refused(status: number, code: number, message: string): StandInReply {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, json: { code, message, more_info, status } };
}
