// The guarantee: who runs the installation sees how each gateway fares, hears when texts begin to
// fail, and can try each out on their own phone.
import { listSmsGateways, type SmsGatewayName } from "@rokad/contract/sms-gateways";
import { getSystemStatus } from "@rokad/contract/system";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSmsWorld, type SmsWorld } from "../../test/sms-world.ts";
import { twilioAccount } from "../../test/stand-ins/twilio.ts";
import { adminCommand } from "../admin.ts";
import { useCredentials } from "../credentials/credentials.ts";
import { database } from "../db.ts";
import { readSettings } from "../platform/settings.ts";
import { listGateways } from "./list-gateways.ts";

let world: SmsWorld;
beforeAll(async () => {
  world = await openSmsWorld();
  world.withSecond(true);
});
afterAll(() => world.close());

const fails = { kind: "status", acts: false, status: 500 } as const;
const ask = async () => (await world.ask(await world.newPerson())).status;
async function gatewayNow(name: SmsGatewayName) {
  const { data } = await world.boss.ask(listSmsGateways, {});
  return data.find((one) => one.name === name);
}
async function news(): Promise<(string | null)[]> {
  const rows = await database()
    .selectFrom("notifications")
    .select("detail")
    .where("person_id", "=", world.boss.id)
    .where("kind", "=", "provider_failing")
    .orderBy("id")
    .execute();
  return rows.map(({ detail }) => detail);
}

describe("the figures of the gateways", () => {
  test("begin empty, and name what is missing as the environment has it", async () => {
    expect(await gatewayNow("msg91")).toEqual({
      name: "msg91",
      place: "first",
      missing_settings: [],
      last_success_at: null,
      last_error: null,
      failures_in_row: 0,
      last_day: { sent: 0, failed: 0, average_ms: null, slowest_ms: null },
    });
    useCredentials(twilioAccount);
    const { payout_sms: seen } = await readSettings();
    const changes = [{ key: "payout_sms", seen, value: { ...seen, msg91_template_id: null } }];
    expect((await world.boss.put("/super-admin/settings", { changes })).status).toBe(200);
    const missing = ["MSG91_AUTH_KEY", "MSG91_PAYOUT_TEMPLATE_ID"];
    expect((await gatewayNow("msg91"))?.missing_settings).toEqual(missing);
    await database().deleteFrom("settings").execute();
    world.setKeys();
  });

  test("count each send where it went, and how long it took", async () => {
    world.msg91.plan(fails);
    expect([await ask(), await ask()]).toEqual([200, 200]);
    const [first, second] = [await gatewayNow("msg91"), await gatewayNow("twilio")];
    expect(first).toMatchObject({ failures_in_row: 0, last_day: { sent: 1, failed: 1 } });
    expect(first?.last_error?.what).toBe("It has trouble of its own (500)");
    expect(second).toMatchObject({ last_error: null, last_day: { sent: 1, failed: 0 } });
    expect(first!.last_day.slowest_ms).toBeGreaterThanOrEqual(first!.last_day.average_ms!);
  });
});

describe("super admins are told", () => {
  test("of the third text in a row that a gateway could not send, once an hour", async () => {
    world.msg91.plan(fails, () => true, 8);
    for (let time = 0; time < 2; time++) expect(await ask()).toBe(200);
    expect(await news()).toEqual([]);
    for (let time = 0; time < 6; time++) expect(await ask()).toBe(200);
    expect(await news()).toEqual([
      "MSG91 could not send 3 texts in a row; the second gateway sent them: It has trouble of its own (500)",
    ]);
    expect(await ask()).toBe(200);
  });

  test("of the first that nobody could send, and not again within the hour", async () => {
    for (let time = 0; time < 3; time++) {
      world.msg91.plan(fails);
      world.twilio.plan(fails);
      expect(await ask()).toBe(503);
    }
    expect((await news()).slice(1)).toEqual([
      "Twilio could not send a code, and nobody else was there to send it: It has trouble of its own (500)",
    ]);
  });

  test("in the footer while no gateway takes texts", async () => {
    const problems = async () => (await world.boss.ask(getSystemStatus, {})).data.problems;
    const sentence = "No SMS gateway takes texts, so nobody gets a code to sign in or to pay.";
    world.msg91.plan(fails);
    expect(await ask()).toBe(200);
    expect(await problems()).not.toContain(sentence);
    world.msg91.plan(fails);
    world.twilio.plan(fails);
    expect(await ask()).toBe(503);
    expect(await problems()).toContain(sentence);
    expect(await ask()).toBe(200);
    expect(await problems()).not.toContain(sentence);
  });
});

describe("a test text", () => {
  const test91 = (kind: unknown, name = "msg91") =>
    world.boss.post(`/super-admin/sms-gateways/${name}/test`, { kind });

  test("goes to the super admin's own number over that gateway alone, and opens nothing", async () => {
    const { mobile } = world.boss;
    expect((await test91("payout", "twilio")).body.data.error).toBeNull();
    const arrived = world.twilio.arrived.at(-1);
    expect(arrived?.mobile).toBe(mobile);
    expect(arrived?.text).toMatch(/^\d{6} is your OTP to pay Rs\.1\.00 to Test text \(XX0000\)\./);
    await test91("sign_in");
    const code = world.msg91.arrived.at(-1)?.text.slice(0, 6);
    const signIn = await world.anyone.post("/auth/verify-otp", { mobile, otp: code });
    expect(signIn.body.error.code).toBe("OTP_INVALID");
    const last = database().selectFrom("audit_log").selectAll().where("act", "=", "sms.test_sent");
    expect(await last.orderBy("seq", "desc").executeTakeFirst()).toMatchObject({
      subject_kind: "sms_gateway",
      subject_id: "msg91",
      after: { text: "sign_in", sent: true },
    });
  });

  test("says why it was not taken, and asks no second gateway", async () => {
    const before = world.twilio.arrived.length;
    world.msg91.plan(fails);
    const { status, body } = await test91("sign_in");
    expect([status, body.data.error]).toEqual([200, "It has trouble of its own (500)"]);
    expect(world.twilio.arrived).toHaveLength(before);
  });

  test("goes out from the command line before anybody can sign in", async () => {
    const printed: string[] = [];
    const mobile = world.newMobile();
    const run = (...options: string[]) =>
      adminCommand(["send-test-sms", ...options], (line) => void printed.push(line));
    await run("--mobile", mobile, "--text", "payout");
    expect(world.textsTo(mobile)).toHaveLength(2);
    world.msg91.plan(fails);
    await expect(run("--mobile", mobile)).rejects.toThrow("Not every gateway took the text");
    expect(printed.map((line) => line.replace(/\d+ ms/, "… ms"))).toEqual([
      "msg91: sent in … ms",
      "twilio: sent in … ms",
      "msg91: not sent: It has trouble of its own (500)",
      "twilio: sent in … ms",
    ]);
    await expect(run("--mobile", "12")).rejects.toThrow("--mobile");
    await expect(run("--mobile", mobile, "--text", "news")).rejects.toThrow("--text");
  });

  test("is refused for another kind or gateway, and after 20 in an hour", async () => {
    expect((await test91("newsletter")).status).toBe(400);
    expect((await test91("sign_in", "pigeon")).status).toBe(400);
    expect((await test91("sign_in", "sandbox")).status).toBe(404);
    const used = 3;
    for (let time = used; time < 20; time++) expect((await test91("sign_in")).status).toBe(200);
    const refused = await test91("sign_in");
    expect([refused.status, refused.body.error.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
  });
});

test("yesterday's texts are no longer among the last 24 hours'", async () => {
  world.pass(26 * 60 * 60_000);
  const day = { sent: 0, failed: 0, average_ms: null, slowest_ms: null };
  expect((await listGateways()).map(({ last_day }) => last_day)).toEqual([day, day]);
});
