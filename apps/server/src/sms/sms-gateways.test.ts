// The guarantee: every gateway brings a text to the letter or says that it did not, and no error
// tells whose number it was, what the code is, or a key.
import type { SmsKind } from "@rokad/contract/sms-text";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { msg91Key, openMsg91 } from "../../test/stand-ins/msg91.ts";
import { openTwilio, twilioAccount } from "../../test/stand-ins/twilio.ts";
import { msg91Templates, smsMessage } from "../../test/sms-message.ts";
import { openWorld, type World } from "../../test/world.ts";
import { readConfig } from "../config.ts";
import { useCredentials, type Credentials } from "../credentials/credentials.ts";
import { OutcomeUnknownError } from "../providers/provider.ts";
import { makeGateways } from "./make-gateways.ts";
import { msg91 } from "./msg91.ts";
import { sandboxSms } from "./sandbox.ts";
import { describeSmsGateway } from "./sms-gateway.contract.ts";
import { SmsRefusedError, type SmsGateway } from "./sms.ts";
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

async function withKeys<T>(other: Credentials, doing: () => Promise<T>): Promise<T> {
  useCredentials(other);
  try {
    return await doing();
  } finally {
    useCredentials(keys);
  }
}
const printed: string[] = [];
const newMessage = (kind: SmsKind) => smsMessage({ kind });
const without = <T>(doing: () => Promise<T>) => withKeys({}, doing);

describeSmsGateway("The sandbox", {
  gateway: () => sandboxSms((line) => void printed.push(line)),
  arrived: async () =>
    printed.map((line) => {
      const [, mobile = "", text = ""] = /^Sandbox SMS to (\d+): (.*)$/.exec(line) ?? [];
      return { mobile, text };
    }),
  message: newMessage,
  needs: [],
  without,
});
describeSmsGateway("MSG91", {
  gateway: overMsg91,
  arrived: async () => farMsg91.arrived,
  message: newMessage,
  needs: ["MSG91_AUTH_KEY"],
  without,
});
describeSmsGateway("Twilio", {
  gateway: overTwilio,
  arrived: async () => farTwilio.arrived,
  message: newMessage,
  needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  without,
});

const refusal = async (gateway: SmsGateway, message = smsMessage()) => {
  const error: unknown = await gateway.send(message).catch((caught: unknown) => caught);
  if (!(error instanceof Error)) throw new Error("It was sent");
  for (const secret of [message.mobile, message.code, msg91Key, ...Object.values(twilioAccount)]) {
    expect(`${error.message} ${error.stack}`).not.toContain(secret);
  }
  return error;
};

describe("MSG91", () => {
  test("is told values and header over Flow, with the key in its header alone", async () => {
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

  test("carries our own code over its OTP door, in no address", async () => {
    const message = smsMessage({ template: { msg91_route: "otp" } });
    await overMsg91().send(message);
    const { path, query, body } = farMsg91.requests.at(-1)!;
    expect([path, [...query]]).toEqual(["/api/v5/otp", []]);
    const asked = { mobile: `91${message.mobile}`, otp: message.code, otp_length: 6 };
    expect(JSON.parse(body)).toMatchObject({ ...asked, otp_expiry: 5, sender: "ROKADP" });
    expect(farMsg91.arrived.at(-1)).toEqual({ mobile: message.mobile, text: message.text });
  });

  test("that says error with HTTP 200 has refused", async () => {
    const message = smsMessage({ template: { msg91_template_id: "nobody" } });
    const error = await refusal(overMsg91(), message);
    expect(error).toBeInstanceOf(SmsRefusedError);
    expect(error.message).toBe("Template ID Missing or Invalid Template");
  });

  test("is not asked without a template's id, whose name is told", async () => {
    const asked = farMsg91.requests.length;
    const unset = { msg91_template_id: null };
    const error = await refusal(overMsg91(), smsMessage({ kind: "payout", template: unset }));
    expect(error.message).toBe("MSG91_PAYOUT_TEMPLATE_ID is not set");
    expect(farMsg91.requests).toHaveLength(asked);
  });

  test("that repeats the number in its refusal is quoted without it", async () => {
    const error = await refusal(overMsg91(), { ...smsMessage(), mobile: "1234567890" });
    expect(error.message).toBe("Invalid mobile number …");
  });

  test("that knows another key refuses, and one that answers in riddles has no clear outcome", async () => {
    const error = await withKeys({ MSG91_AUTH_KEY: "old" }, () => refusal(overMsg91()));
    expect(error.message).toBe("Invalid authkey");
    farMsg91.plan({ kind: "status", acts: true, status: 200, body: '{"ok":1}' });
    expect(await refusal(overMsg91())).toBeInstanceOf(OutcomeUnknownError);
  });
});

describe("Twilio", () => {
  test("is told the whole text, the number with +91 and who sends", async () => {
    const message = smsMessage({ kind: "payout" });
    await overTwilio().send(message);
    expect(Object.fromEntries(new URLSearchParams(farTwilio.requests.at(-1)!.body))).toEqual({
      To: `+91${message.mobile}`,
      From: "ROKADP",
      Body: message.text,
    });
  });

  test("sends over a messaging service where one is set", async () => {
    await withKeys({ ...keys, TWILIO_FROM: "MG0123" }, () => overTwilio().send(smsMessage()));
    const form = new URLSearchParams(farTwilio.requests.at(-1)!.body);
    expect([form.get("MessagingServiceSid"), form.has("From")]).toEqual(["MG0123", false]);
  });

  test("that does not take a number is not failing", async () => {
    const error = await refusal(overTwilio(), { ...smsMessage(), mobile: "1234567890" });
    expect(error).toMatchObject({ name: "SmsRefusedError", aboutNumber: true });
    expect(error.message).toBe("The 'To' number +… is not a valid phone number. (21211)");
  });

  test("that knows another token refuses with its own code", async () => {
    const other = { ...keys, TWILIO_AUTH_TOKEN: "old" };
    const error = await withKeys(other, () => refusal(overTwilio()));
    expect(error).toMatchObject({ message: "Authenticate (20003)", aboutNumber: false });
  });

  test("that takes a text and says at once that it failed has refused", async () => {
    const body = JSON.stringify({ sid: "SM1", status: "failed", error_code: 30034 });
    farTwilio.plan({ kind: "status", acts: false, status: 201, body });
    expect(await refusal(overTwilio())).toBeInstanceOf(SmsRefusedError);
  });
});

test("the environment chooses who is asked, and who is asked after that", () => {
  const chosen = (env: Record<string, string>) =>
    makeGateways(readConfig(env), () => undefined).map(({ name }) => name);
  expect(chosen({})).toEqual(["sandbox"]);
  expect(chosen({ SMS_PROVIDER: "msg91" })).toEqual(["msg91"]);
  const both = { SMS_PROVIDER: "twilio", SMS_FALLBACK_PROVIDER: "msg91" };
  expect(chosen(both)).toEqual(["twilio", "msg91"]);
});
