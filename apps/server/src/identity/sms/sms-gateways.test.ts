// The guarantee: every gateway delivers a text unchanged or throws, and no error contains the number,
// the code or a key.
import type { SmsKind } from "@rokad/contract/sms-text";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { msg91Key, openMsg91 } from "../../../test/stand-ins/msg91.ts";
import { openTwilio, twilioAccount } from "../../../test/stand-ins/twilio.ts";
import { msg91Templates, smsMessage } from "../../../test/sms-message.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { readConfig } from "../../kernel/config.ts";
import { useCredentials, type Credentials } from "../../kernel/credentials.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { createGateways } from "./create-gateways.ts";
import { msg91 } from "./msg91.ts";
import { sandboxSms } from "./sandbox.ts";
import { describeSmsGateway } from "./sms-gateway.contract.ts";
import { SmsRefusedError, type SmsGateway } from "./sms-gateway.ts";
import { twilio } from "./twilio.ts";

const keys: Credentials = { MSG91_AUTH_KEY: msg91Key, ...twilioAccount };
const timeoutMs = 5_000;

let world: World;
let farMsg91: Awaited<ReturnType<typeof openMsg91>>;
let farTwilio: Awaited<ReturnType<typeof openTwilio>>;
beforeAll(async () => {
  world = await openWorld();
  farMsg91 = await openMsg91(msg91Templates);
  farTwilio = await openTwilio();
  useCredentials(keys);
});
afterAll(async () => {
  useCredentials({});
  await farMsg91.close();
  await farTwilio.close();
  await world.close();
});

const overMsg91 = () => msg91({ baseUrl: farMsg91.url, timeoutMs });
const overTwilio = () => twilio({ baseUrl: farTwilio.url, timeoutMs });

async function withKeys<T>(other: Credentials, run: () => Promise<T>): Promise<T> {
  useCredentials(other);
  try {
    return await run();
  } finally {
    useCredentials(keys);
  }
}
const printed: string[] = [];
const newMessage = (kind: SmsKind) => smsMessage({ kind });
const withoutSettings = <T>(run: () => Promise<T>) => withKeys({}, run);

describeSmsGateway("The sandbox [33.4]", {
  gateway: () => sandboxSms((line) => void printed.push(line)),
  arrived: async () =>
    printed.map((line) => {
      const [, mobile = "", text = ""] = /^Sandbox SMS to (\d+): (.*)$/.exec(line) ?? [];
      return { mobile, text };
    }),
  message: newMessage,
  requiredSettings: [],
  withoutSettings,
});
describeSmsGateway("MSG91 [33.4]", {
  gateway: overMsg91,
  arrived: async () => farMsg91.delivered,
  message: newMessage,
  requiredSettings: ["MSG91_AUTH_KEY"],
  withoutSettings,
});
describeSmsGateway("Twilio [33.4]", {
  gateway: overTwilio,
  arrived: async () => farTwilio.delivered,
  message: newMessage,
  requiredSettings: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  withoutSettings,
});

const sendError = async (gateway: SmsGateway, message = smsMessage()) => {
  const error: unknown = await gateway.send(message).catch((caught: unknown) => caught);
  if (!(error instanceof Error)) throw new Error("The gateway accepted it");
  for (const secret of [message.mobile, message.code, msg91Key, ...Object.values(twilioAccount)]) {
    expect(`${error.message} ${error.stack}`).not.toContain(secret);
  }
  return error;
};

describe("MSG91", () => {
  test("gets values and sender through Flow, and the key only in the HTTP header [33.1]", async () => {
    const { mobile, code, values } = smsMessage();
    await overMsg91().send({ ...smsMessage(), mobile, values });
    const { path, headers, body } = farMsg91.requests.at(-1)!;
    expect([path, headers["authkey"]]).toEqual(["/api/v5/flow", msg91Key]);
    expect(JSON.parse(body)).toEqual({
      template_id: "m91signin",
      short_url: "0",
      sender: "ROKADP",
      recipients: [{ mobiles: `91${mobile}`, VAR1: code, VAR2: "Rokad" }],
    });
  });

  test("sends Rokad's own code through its OTP endpoint, not in the URL [33.1]", async () => {
    const message = smsMessage({ template: { msg91_route: "otp" } });
    await overMsg91().send(message);
    const { path, query, body } = farMsg91.requests.at(-1)!;
    expect([path, [...query]]).toEqual(["/api/v5/otp", []]);
    const expected = { mobile: `91${message.mobile}`, otp: message.code, otp_length: 6 };
    expect(JSON.parse(body)).toMatchObject({ ...expected, otp_expiry: 5, sender: "ROKADP" });
    expect(farMsg91.delivered.at(-1)).toEqual({ mobile: message.mobile, text: message.text });
  });

  test("refuses with an error in an HTTP 200 answer [33.2]", async () => {
    const message = smsMessage({ template: { msg91_template_id: "nobody" } });
    const error = await sendError(overMsg91(), message);
    expect(error).toBeInstanceOf(SmsRefusedError);
    expect(error.message).toBe("Template ID Missing or Invalid Template");
  });

  test("is not called without a template id, and the error names the setting", async () => {
    const before = farMsg91.requests.length;
    const unset = { msg91_template_id: null };
    const error = await sendError(overMsg91(), smsMessage({ kind: "payout", template: unset }));
    expect(error.message).toBe("MSG91_PAYOUT_TEMPLATE_ID is not set");
    expect(farMsg91.requests).toHaveLength(before);
  });

  test("is quoted without the number that its refusal repeats", async () => {
    const error = await sendError(overMsg91(), { ...smsMessage(), mobile: "1234567890" });
    expect(error.message).toBe("Invalid mobile number …");
  });

  test("refuses a wrong key, and an unclear answer is an unknown outcome", async () => {
    const error = await withKeys({ MSG91_AUTH_KEY: "old" }, () => sendError(overMsg91()));
    expect(error.message).toBe("Invalid authkey");
    farMsg91.planFault({ kind: "status", acts: true, status: 200, body: '{"ok":1}' });
    expect(await sendError(overMsg91())).toBeInstanceOf(OutcomeUnknownError);
  });
});

describe("Twilio", () => {
  test("gets the whole text, the number with +91 and the sender [33.3]", async () => {
    const message = smsMessage({ kind: "payout" });
    await overTwilio().send(message);
    expect(Object.fromEntries(new URLSearchParams(farTwilio.requests.at(-1)!.body))).toEqual({
      To: `+91${message.mobile}`,
      From: "ROKADP",
      Body: message.text,
    });
  });

  test("sends through a messaging service when one is set [33.3]", async () => {
    await withKeys({ ...keys, TWILIO_FROM: "MG0123" }, () => overTwilio().send(smsMessage()));
    const form = new URLSearchParams(farTwilio.requests.at(-1)!.body);
    expect([form.get("MessagingServiceSid"), form.has("From")]).toEqual(["MG0123", false]);
  });

  test("is not failing when it refuses a number", async () => {
    const error = await sendError(overTwilio(), { ...smsMessage(), mobile: "1234567890" });
    expect(error).toMatchObject({ name: "SmsRefusedError", isNumberRejected: true });
    expect(error.message).toBe("The 'To' number +… is not a valid phone number. (21211)");
  });

  test("refuses a wrong token with its own code [33.3]", async () => {
    const other = { ...keys, TWILIO_AUTH_TOKEN: "old" };
    const error = await withKeys(other, () => sendError(overTwilio()));
    expect(error).toMatchObject({ message: "Authenticate (20003)", isNumberRejected: false });
  });

  test("refuses when it accepts a text and reports its failure at once", async () => {
    const body = JSON.stringify({ sid: "SM1", status: "failed", error_code: 30034 });
    farTwilio.planFault({ kind: "status", acts: false, status: 201, body });
    expect(await sendError(overTwilio())).toBeInstanceOf(SmsRefusedError);
  });
});

test("the environment sets the gateway and its fallback", () => {
  const gatewaysFor = (env: Record<string, string>) =>
    createGateways(readConfig(env), () => undefined).map(({ name }) => name);
  expect(gatewaysFor({})).toEqual(["sandbox"]);
  expect(gatewaysFor({ SMS_PROVIDER: "msg91" })).toEqual(["msg91"]);
  const both = { SMS_PROVIDER: "twilio", SMS_FALLBACK_PROVIDER: "msg91" };
  expect(gatewaysFor(both)).toEqual(["twilio", "msg91"]);
});
