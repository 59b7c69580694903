// The guarantee: a person gets the code from one of two gateways, or an error that costs no attempt;
// and no failure reveals who has an account.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { impsOrder } from "../../../test/payout-world.ts";
import { openSmsWorld, type SmsWorld } from "../../../test/sms-world.ts";
import { msg91Key } from "../../../test/stand-ins/msg91.ts";
import { twilioAccount } from "../../../test/stand-ins/twilio.ts";
import { database } from "../../database/db.ts";

let world: SmsWorld;
beforeAll(async () => {
  world = await openSmsWorld();
});
beforeEach(() => world.useGateways(true));
afterEach(() => {
  world.msg91.clearFaults();
  world.twilio.clearFaults();
});
afterAll(() => world.close());

const codeIn = (text: string | undefined) => /^\d{6}/.exec(text ?? "")?.[0] ?? "no code";
const verify = (mobile: string, otp: string) =>
  world.anyone.post("/auth/verify-otp", { mobile, otp });
const errorOf = ({ status, body }: Awaited<ReturnType<SmsWorld["requestCode"]>>) => [
  status,
  body.error?.code,
  body.error?.message,
];
const notSent = [
  503,
  "SMS_NOT_SENT",
  "We could not send the text message, and the attempt was not counted. Please try again.",
];

type StandIn = SmsWorld["msg91"];
const error200 = JSON.stringify({ type: "error", message: "Sender ID 918888877777 is blocked" });
const text = (status: number, body = "", headers = {}) =>
  ({ kind: "status", acts: false, status, body, headers }) as const;

/** Each fault of the first gateway, and how many texts it delivers nevertheless. */
const faults: readonly (readonly [
  string,
  (gateway: StandIn) => void | Promise<void>,
  deliveredCount: 0 | 1,
])[] = [
  ["refuses every connection", (gateway) => gateway.down(), 0],
  ["never answers", (gateway) => gateway.planFault({ kind: "silent", acts: false }), 0],
  ["sends and never answers", (gateway) => gateway.planFault({ kind: "silent", acts: true }), 1],
  [
    "cuts the connection before it acts",
    (gateway) => gateway.planFault({ kind: "cut", acts: false }),
    0,
  ],
  ["sends and cuts the connection", (gateway) => gateway.planFault({ kind: "cut", acts: true }), 1],
  [
    "sends and cuts its answer short",
    (gateway) => gateway.planFault({ kind: "cut mid-body", acts: true }),
    1,
  ],
  ["answers 500", (gateway) => gateway.planFault(text(500)), 0],
  ["answers 429", (gateway) => gateway.planFault(text(429, "", { "retry-after": "30" })), 0],
  ["answers with garbage", (gateway) => gateway.planFault({ kind: "garbage", acts: true }), 1],
  ["says error with HTTP 200", (gateway) => gateway.planFault(text(200, error200)), 0],
];

describe("a first gateway that", () => {
  test.each(faults)(
    "%s: the second delivers the code, which counts once [33.8]",
    async (fault, fail, deliveredCount) => {
      world.useGateways(true, { shortTimeout: fault.endsWith("never answers") });
      const mobile = await world.newPerson();
      await fail(world.msg91);
      const answer = await world.requestCode(mobile);
      if (fault === "refuses every connection") await world.msg91.up();
      expect([answer.status, answer.body.data?.resend_after_seconds]).toEqual([200, 30]);
      const texts = world.deliveredTo(mobile);
      expect(texts).toHaveLength(deliveredCount + 1);
      expect(new Set(texts).size).toBe(1);
      expect(errorOf(await world.requestCode(mobile))[1]).toBe("OTP_TOO_SOON");
      expect((await verify(mobile, codeIn(texts[0]))).status).toBe(200);
    },
  );

  test.each(faults)(
    "%s, without fallback: the person gets an error and nothing is counted [33.9]",
    async (fault, fail, deliveredCount) => {
      world.useGateways(false, { shortTimeout: fault.endsWith("never answers") });
      const mobile = await world.newPerson();
      await fail(world.msg91);
      expect(await world.requestedDelivery(mobile)).toBe("not_sent");
      if (fault === "refuses every connection") await world.msg91.up();
      const late = world.deliveredTo(mobile);
      expect(late).toHaveLength(deliveredCount);
      if (deliveredCount) expect((await verify(mobile, codeIn(late[0]))).status).toBe(400);
      world.useGateways(false);
      expect((await world.requestCode(mobile)).status).toBe(200);
      expect((await verify(mobile, codeIn(world.deliveredTo(mobile).at(-1)))).status).toBe(200);
    },
  );
});

describe("an unsent code", () => {
  test("does not count, and the previous code stays valid [33.9]", async () => {
    world.useGateways(false);
    const mobile = await world.newPerson();
    expect((await world.requestCode(mobile)).status).toBe(200);
    world.pass(30_000);
    const first = codeIn(world.deliveredTo(mobile)[0]);
    world.msg91.planFault(text(500), () => true, 12);
    for (let time = 0; time < 12; time++)
      expect(await world.requestedDelivery(mobile)).toBe("not_sent");
    expect((await verify(mobile, first)).status).toBe(200);
    expect((await world.requestCode(mobile)).status).toBe(200);
  });

  test("authorises no payout; the next one does, with amount and beneficiary [33.9]", async () => {
    const { payer } = world;
    world.useGateways(false);
    const order = impsOrder({ beneficiary_name: "Shree Balaji Wholesale Traders" });
    const send = () => payer.post("/payouts/otp/send", { mobile: payer.mobile, payout: order });
    world.msg91.planFault({ kind: "cut", acts: true });
    expect(errorOf(await send())).toEqual(notSent);
    const check = (otp: string) => payer.post("/payouts/otp/verify", { mobile: payer.mobile, otp });
    expect((await check(codeIn(world.deliveredTo(payer.mobile)[0]))).status).toBe(400);
    expect((await send()).status).toBe(200);
    const arrived = world.deliveredTo(payer.mobile).at(-1);
    expect(arrived).toMatch(
      /^\d{6} is your OTP to pay Rs\.1,000\.00 to Shree Balaji Whole\.\.\. \(XX6789\)\. Do not/,
    );
    expect((await check(codeIn(arrived))).status).toBe(200);
  });

  test("an unreadable sign-in text falls back to the standard one; a payout fails", async () => {
    const value = JSON.stringify({ text: "Hello" });
    for (const key of ["sign_in_sms", "payout_sms"]) {
      const row = { key, value, updated_at: new Date(), updated_by: null };
      await database().insertInto("settings").values(row).execute();
    }
    const mobile = await world.newPerson();
    expect((await world.requestCode(mobile)).status).toBe(200);
    expect(world.deliveredTo(mobile)[0]).toContain("is your Rokad sign-in code");
    const { payer } = world;
    const before = world.deliveredTo(payer.mobile).length;
    const order = { mobile: payer.mobile, payout: impsOrder({ amount: 2_000 }) };
    const unreadable = await payer.post("/payouts/otp/send", order);
    expect([unreadable.status, unreadable.body.error.code]).toEqual([503, "SETTING_UNREADABLE"]);
    await database().deleteFrom("settings").execute();
    expect((await payer.post("/payouts/otp/send", order)).status).toBe(200);
    expect(world.deliveredTo(payer.mobile)).toHaveLength(before + 1);
  });

  test("stops after 20 in an hour, so that nobody can flood a phone", async () => {
    world.useGateways(false);
    const [mobile, nobody] = [await world.newPerson(), world.newMobile()];
    world.msg91.planFault({ kind: "cut", acts: true }, () => true, 20);
    for (let time = 0; time < 20; time++)
      expect(await world.requestedDelivery(mobile)).toBe("not_sent");
    expect(world.deliveredTo(mobile)).toHaveLength(20);
    const last = await world.requestCode(mobile);
    expect(errorOf(last)).toEqual([
      503,
      "SMS_NOT_SENT",
      "Too many text messages to this number could not be sent. Please try again later.",
    ]);
    expect(Number(last.headers["retry-after"])).toBeGreaterThan(3_600 - 20 * 5 - 10);
    expect(world.deliveredTo(mobile)).toHaveLength(20);
    world.pass(61 * 60_000);
    expect((await world.requestCode(mobile)).status).toBe(200);
    expect((await world.requestCode(nobody)).status).toBe(200);
  });
});

describe("a number without an account", () => {
  test("gets the same answers while gateways work and while they fail [33.10]", async () => {
    const known = await world.newPerson();
    const nobody = world.newMobile();
    const answers = await Promise.all([known, nobody].map((mobile) => world.requestCode(mobile)));
    expect(answers[0]?.status).toBe(200);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    world.pass(30_000);
    world.msg91.planFault(text(500), () => true, 1);
    world.twilio.planFault(text(500), () => true, 1);
    for (const mobile of [known, nobody, nobody])
      expect(await world.requestedDelivery(mobile)).toBe("not_sent");
    for (const mobile of [known, nobody])
      expect(await world.requestedDelivery(mobile)).toBe("sent");
    expect(world.deliveredTo(nobody)).toEqual([]);
  });

  test("takes as long as the last send, after the answer [33.10]", async () => {
    world.msg91.planFault({ kind: "slow", acts: true, ms: 100 });
    await world.requestCode(await world.newPerson());
    const began = performance.now();
    await world.requestCode(world.newMobile());
    expect(performance.now() - began).toBeGreaterThan(95);
    await world.requestCode(await world.newPerson());
  });

  test("gets no error when a gateway refused only another number", async () => {
    const body = JSON.stringify({ code: 21610, message: "Unsubscribed", status: 400 });
    world.msg91.planFault(text(200, error200), () => true, 2);
    expect(await world.requestedDelivery(await world.newPerson())).toBe("sent");
    world.twilio.planFault(text(400, body));
    expect(await world.requestedDelivery(await world.newPerson())).toBe("not_sent");
    expect(await world.requestedDelivery(world.newMobile())).toBe("sent");
  });
});

test("no log, figure or notification contains a number, a code or a key [33.13]", async () => {
  world.useGateways(false);
  world.msg91.planFault(text(200, error200));
  expect(await world.requestedDelivery(await world.newPerson())).toBe("not_sent");
  const statuses = await database().selectFrom("sms_gateways").selectAll().execute();
  const notifications = await database().selectFrom("notifications").select("detail").execute();
  const all = `${world.logLines.join("")}${JSON.stringify(statuses)}${JSON.stringify(notifications)}`;
  expect(all).toContain("Sender ID … is blocked");
  const codes = [...world.msg91.delivered, ...world.twilio.delivered].map((one) =>
    codeIn(one.text),
  );
  const numbers = [...world.msg91.delivered, ...world.twilio.delivered].map((one) => one.mobile);
  const secrets = [...codes, ...numbers, msg91Key, twilioAccount.TWILIO_AUTH_TOKEN];
  expect(secrets.length).toBeGreaterThan(50);
  // Digits on both sides are excluded: a log line's time may contain the digits of a code.
  const isLeaked = (secret: string) => new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(all);
  expect(secrets.filter(isLeaked)).toEqual([]);
});
