// The guarantee: whoever asks for a code has it from one gateway or the other, or is told that
// they have not and has lost nothing by it; and nobody learns from a failure who has an account.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { impsOrder } from "../../test/payout-world.ts";
import { openSmsWorld, type SmsWorld } from "../../test/sms-world.ts";
import { msg91Key } from "../../test/stand-ins/msg91.ts";
import { twilioAccount } from "../../test/stand-ins/twilio.ts";
import { database } from "../db.ts";

let world: SmsWorld;
beforeAll(async () => {
  world = await openSmsWorld();
});
beforeEach(() => world.withSecond(true));
afterEach(() => {
  world.msg91.heal();
  world.twilio.heal();
});
afterAll(() => world.close());

const codeIn = (text: string | undefined) => /^\d{6}/.exec(text ?? "")?.[0] ?? "no code";
const verify = (mobile: string, otp: string) =>
  world.anyone.post("/auth/verify-otp", { mobile, otp });
const refusalOf = ({ status, body }: Awaited<ReturnType<SmsWorld["ask"]>>) => [
  status,
  body.error?.code,
  body.error?.message,
];
const notSent = [
  503,
  "SMS_NOT_SENT",
  "We could not send the text message. Nothing was counted: please try again.",
];

type Far = SmsWorld["msg91"];
const error200 = JSON.stringify({ type: "error", message: "Sender ID 918888877777 is blocked" });
const text = (status: number, body = "", headers = {}) =>
  ({ kind: "status", acts: false, status, body, headers }) as const;

/** What goes wrong at the first gateway, and how many texts it has brought all the same. */
const faults: readonly (readonly [string, (far: Far) => void | Promise<void>, arrived: 0 | 1])[] = [
  ["refuses every connection", (far) => far.down(), 0],
  ["never answers", (far) => far.plan({ kind: "silent", acts: false }), 0],
  ["sends and never answers", (far) => far.plan({ kind: "silent", acts: true }), 1],
  ["cuts the connection before it acts", (far) => far.plan({ kind: "cut", acts: false }), 0],
  ["sends and cuts the connection", (far) => far.plan({ kind: "cut", acts: true }), 1],
  ["sends and cuts its answer short", (far) => far.plan({ kind: "cut mid-body", acts: true }), 1],
  ["answers 500", (far) => far.plan(text(500)), 0],
  ["answers 429", (far) => far.plan(text(429, "", { "retry-after": "30" })), 0],
  ["answers with garbage", (far) => far.plan({ kind: "garbage", acts: true }), 1],
  ["says error with HTTP 200", (far) => far.plan(text(200, error200)), 0],
];

describe("a first gateway that", () => {
  test.each(faults)(
    "%s: the second brings the code, which counts once",
    async (fault, fail, brought) => {
      world.withSecond(true, { impatient: fault.endsWith("never answers") });
      const mobile = await world.newPerson();
      await fail(world.msg91);
      const answer = await world.ask(mobile);
      if (fault === "refuses every connection") await world.msg91.up();
      expect([answer.status, answer.body.data?.resend_after_seconds]).toEqual([200, 30]);
      const texts = world.textsTo(mobile);
      expect(texts).toHaveLength(brought + 1);
      expect(new Set(texts).size).toBe(1);
      expect(refusalOf(await world.ask(mobile))[1]).toBe("OTP_TOO_SOON");
      expect((await verify(mobile, codeIn(texts[0]))).status).toBe(200);
    },
  );

  test.each(faults)(
    "%s, alone: it is told, and nothing is counted",
    async (fault, fail, brought) => {
      world.withSecond(false, { impatient: fault.endsWith("never answers") });
      const mobile = await world.newPerson();
      await fail(world.msg91);
      const answer = await world.ask(mobile);
      if (fault === "refuses every connection") await world.msg91.up();
      expect(refusalOf(answer)).toEqual(notSent);
      expect(answer.headers["retry-after"]).toBe("1");
      const late = world.textsTo(mobile);
      expect(late).toHaveLength(brought);
      if (brought) expect((await verify(mobile, codeIn(late[0]))).status).toBe(400);
      world.withSecond(false);
      expect((await world.ask(mobile)).status).toBe(200);
      expect((await verify(mobile, codeIn(world.textsTo(mobile).at(-1)))).status).toBe(200);
    },
  );
});

describe("what could not be sent", () => {
  test("is no part of the hour's codes, and leaves the one before it good", async () => {
    world.withSecond(false);
    const mobile = await world.newPerson();
    expect((await world.ask(mobile)).status).toBe(200);
    world.pass(30_000);
    const first = codeIn(world.textsTo(mobile)[0]);
    world.msg91.plan(text(500), () => true, 12);
    for (let time = 0; time < 12; time++) expect((await world.ask(mobile)).status).toBe(503);
    expect((await verify(mobile, first)).status).toBe(200);
    expect((await world.ask(mobile)).status).toBe(200);
  });

  test("authorises no payout; the next text does, and names amount and beneficiary", async () => {
    const { payer } = world;
    world.withSecond(false);
    const order = impsOrder({ beneficiary_name: "Shree Balaji Wholesale Traders" });
    const send = () => payer.post("/payouts/otp/send", { mobile: payer.mobile, payout: order });
    world.msg91.plan({ kind: "cut", acts: true });
    expect(refusalOf(await send())).toEqual(notSent);
    const check = (otp: string) => payer.post("/payouts/otp/verify", { mobile: payer.mobile, otp });
    expect((await check(codeIn(world.textsTo(payer.mobile)[0]))).status).toBe(400);
    expect((await send()).status).toBe(200);
    const arrived = world.textsTo(payer.mobile).at(-1);
    expect(arrived).toMatch(
      /^\d{6} is your OTP to pay Rs\.1,000\.00 to Shree Balaji Whole\.\.\. \(XX6789\)\. Do not/,
    );
    expect((await check(codeIn(arrived))).status).toBe(200);
  });

  test("a sign-in text that can't be read gives way to the standard one; a payout waits", async () => {
    const value = JSON.stringify({ text: "Hello" });
    for (const key of ["sign_in_sms", "payout_sms"]) {
      const row = { key, value, updated_at: new Date(), updated_by: null };
      await database().insertInto("settings").values(row).execute();
    }
    const mobile = await world.newPerson();
    expect((await world.ask(mobile)).status).toBe(200);
    expect(world.textsTo(mobile)[0]).toContain("is your Rokad sign-in code");
    const { payer } = world;
    const before = world.textsTo(payer.mobile).length;
    const order = { mobile: payer.mobile, payout: impsOrder({ amount: 2_000 }) };
    const refused = await payer.post("/payouts/otp/send", order);
    expect([refused.status, refused.body.error.code]).toEqual([503, "SETTING_UNREADABLE"]);
    await database().deleteFrom("settings").execute();
    expect((await payer.post("/payouts/otp/send", order)).status).toBe(200);
    expect(world.textsTo(payer.mobile)).toHaveLength(before + 1);
  });

  test("does not let anybody flood a phone: after 20 in an hour no gateway is asked", async () => {
    world.withSecond(false);
    const [mobile, nobody] = [await world.newPerson(), world.newMobile()];
    world.msg91.plan({ kind: "cut", acts: true }, () => true, 20);
    for (let time = 0; time < 20; time++) expect((await world.ask(mobile)).status).toBe(503);
    expect(world.textsTo(mobile)).toHaveLength(20);
    const last = await world.ask(mobile);
    expect(refusalOf(last)).toEqual([
      503,
      "SMS_NOT_SENT",
      "Too many text messages to this number could not be sent. Please try again later.",
    ]);
    expect(Number(last.headers["retry-after"])).toBeGreaterThan(3_500);
    expect(world.textsTo(mobile)).toHaveLength(20);
    world.pass(61 * 60_000);
    expect((await world.ask(mobile)).status).toBe(200);
    expect((await world.ask(nobody)).status).toBe(200);
  });
});

describe("a number without an account", () => {
  test("is answered like one with, while texts go out and while none does", async () => {
    const known = await world.newPerson();
    const nobody = world.newMobile();
    const bodyOf = async (mobile: string) => {
      const { status, body, headers } = await world.ask(mobile);
      const { request_id: _, ...error } = body.error ?? {};
      return { status, data: body.data, error, retry: headers["retry-after"] };
    };
    expect(await bodyOf(nobody)).toEqual(await bodyOf(known));
    world.pass(30_000);
    world.msg91.plan(text(500), () => true, 1);
    world.twilio.plan(text(500), () => true, 1);
    const failed = await bodyOf(known);
    expect(failed.status).toBe(503);
    expect(await bodyOf(nobody)).toEqual(failed);
    expect(await bodyOf(nobody)).toEqual(failed);
    expect((await bodyOf(known)).status).toBe(200);
    expect((await bodyOf(nobody)).status).toBe(200);
    expect(world.textsTo(nobody)).toEqual([]);
  });

  test("waits as long as the last text took", async () => {
    world.msg91.plan({ kind: "slow", acts: true, ms: 100 });
    await world.ask(await world.newPerson());
    const began = performance.now();
    await world.ask(world.newMobile());
    expect(performance.now() - began).toBeGreaterThan(95);
    await world.ask(await world.newPerson());
  });

  test("gets no error because another number takes no texts", async () => {
    const body = JSON.stringify({ code: 21610, message: "Unsubscribed", status: 400 });
    world.msg91.plan(text(200, error200), () => true, 2);
    expect((await world.ask(await world.newPerson())).status).toBe(200);
    world.twilio.plan(text(400, body));
    expect(refusalOf(await world.ask(await world.newPerson()))).toEqual(notSent);
    expect((await world.ask(world.newMobile())).status).toBe(200);
  });
});

test("no log, no figure and no news tells a number, a code or a key", async () => {
  world.withSecond(false);
  world.msg91.plan(text(200, error200));
  expect((await world.ask(await world.newPerson())).status).toBe(503);
  const kept = await database().selectFrom("sms_gateways").selectAll().execute();
  const news = await database().selectFrom("notifications").select("detail").execute();
  const all = `${world.logged.join("")}${JSON.stringify(kept)}${JSON.stringify(news)}`;
  expect(all).toContain("Sender ID … is blocked");
  const codes = [...world.msg91.arrived, ...world.twilio.arrived].map((one) => codeIn(one.text));
  const numbers = [...world.msg91.arrived, ...world.twilio.arrived].map((one) => one.mobile);
  const secrets = [...codes, ...numbers, msg91Key, twilioAccount.TWILIO_AUTH_TOKEN];
  expect(secrets.length).toBeGreaterThan(50);
  // The time of a log line may have the digits of a code in it.
  const stands = (secret: string) => new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(all);
  expect(secrets.filter(stands)).toEqual([]);
});
