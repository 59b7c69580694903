// The guarantee: super admins see each gateway's figures, are notified when texts fail, and can send
// a test text to their own phone.
import { listSmsGateways, type SmsGatewayName } from "@rokad/contract/sms-gateways";
import { getSystemStatus } from "@rokad/contract/system";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSmsWorld, type SmsWorld } from "../../../test/sms-world.ts";
import { twilioAccount } from "../../../test/stand-ins/twilio.ts";
import { adminCommand } from "../../admin-commands.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { database } from "../../database/db.ts";
import { readSettings } from "../settings/settings.ts";
import { listGateways } from "./list-gateways.ts";

let world: SmsWorld;
beforeAll(async () => {
  world = await openSmsWorld();
  world.useGateways(true);
});
afterAll(() => world.close());

const serverError = { kind: "status", acts: false, status: 500 } as const;
const delivery = async () => world.requestedDelivery(await world.newPerson());
async function gatewayNow(name: SmsGatewayName) {
  const { data } = await world.admin.ask(listSmsGateways, {});
  return data.find((one) => one.name === name);
}
async function noticeTexts(): Promise<(string | null)[]> {
  const rows = await database()
    .selectFrom("notifications")
    .select("detail")
    .where("person_id", "=", world.admin.id)
    .where("kind", "=", "provider_failing")
    .orderBy("id")
    .execute();
  return rows.map(({ detail }) => detail);
}

describe("the figures of the gateways", () => {
  test("start empty, and name missing settings by their environment names", async () => {
    expect(await gatewayNow("msg91")).toEqual({
      name: "msg91",
      place: "first",
      missing_settings: [],
      missing_lock_text_settings: [],
      last_success_at: null,
      last_error: null,
      failures_in_row: 0,
      last_day: { sent: 0, failed: 0, average_ms: null, slowest_ms: null },
    });
    useCredentials(twilioAccount);
    const { payout_sms: current } = await readSettings();
    const changes = [
      { key: "payout_sms", seen: current, value: { ...current, msg91_template_id: null } },
    ];
    expect((await world.admin.put("/super-admin/settings", { changes })).status).toBe(200);
    const missing = ["MSG91_AUTH_KEY", "MSG91_PAYOUT_TEMPLATE_ID"];
    expect((await gatewayNow("msg91"))?.missing_settings).toEqual(missing);
    await database().deleteFrom("settings").execute();
    world.setKeys();
  });

  test("count each send and its time under its gateway [33.11]", async () => {
    world.msg91.planFault(serverError);
    expect([await delivery(), await delivery()]).toEqual(["sent", "sent"]);
    const [first, second] = [await gatewayNow("msg91"), await gatewayNow("twilio")];
    expect(first).toMatchObject({ failures_in_row: 0, last_day: { sent: 1, failed: 1 } });
    expect(first?.last_error?.what).toBe("Server error (500)");
    expect(second).toMatchObject({ last_error: null, last_day: { sent: 1, failed: 0 } });
    expect(first!.last_day.slowest_ms).toBeGreaterThanOrEqual(first!.last_day.average_ms!);
  });
});

describe("super admins are notified", () => {
  test("of a gateway's third failure in a row, once an hour [33.11]", async () => {
    world.msg91.planFault(serverError, () => true, 8);
    for (let time = 0; time < 2; time++) expect(await delivery()).toBe("sent");
    expect(await noticeTexts()).toEqual([]);
    for (let time = 0; time < 6; time++) expect(await delivery()).toBe("sent");
    expect(await noticeTexts()).toEqual([
      "MSG91 could not send 3 texts in a row; the second gateway sent them: Server error (500)",
    ]);
    expect(await delivery()).toBe("sent");
  });

  test("of the first text that no gateway could send, once an hour [33.11]", async () => {
    for (let time = 0; time < 3; time++) {
      world.msg91.planFault(serverError);
      world.twilio.planFault(serverError);
      expect(await delivery()).toBe("not_sent");
    }
    expect((await noticeTexts()).slice(1)).toEqual([
      "Twilio could not send a code, and no other gateway was left: Server error (500)",
    ]);
  });

  test("that nothing follows where no second gateway is, and still of a code that is not sent", async () => {
    expect(await delivery()).toBe("sent");
    world.useGateways(false);
    const before = (await noticeTexts()).length;
    world.msg91.planFault(serverError, () => true, 4);
    for (let time = 0; time < 3; time++) {
      const sent = adminCommand(["send-test-sms", "--mobile", world.newMobile()], () => undefined);
      await expect(sent).rejects.toThrow("Not every gateway accepted the text");
    }
    expect(await delivery()).toBe("not_sent");
    world.useGateways(true);
    expect((await noticeTexts()).slice(before)).toEqual([
      "MSG91 could not send 3 texts in a row: Server error (500)",
      "MSG91 could not send a code, and no other gateway was left: Server error (500)",
    ]);
    expect(await delivery()).toBe("sent");
  });

  test("in the footer while no gateway works [33.11]", async () => {
    const problems = async () => (await world.admin.ask(getSystemStatus, {})).data.problems;
    const problem = "No SMS gateway accepts messages. Nobody receives codes to sign in or pay.";
    world.msg91.planFault(serverError);
    expect(await delivery()).toBe("sent");
    expect(await problems()).not.toContain(problem);
    world.msg91.planFault(serverError);
    world.twilio.planFault(serverError);
    expect(await delivery()).toBe("not_sent");
    expect(await problems()).toContain(problem);
    expect(await delivery()).toBe("sent");
    expect(await problems()).not.toContain(problem);
  });
});

describe("a test text", () => {
  const sendTest = (kind: unknown, name = "msg91") =>
    world.admin.post(`/super-admin/sms-gateways/${name}/test`, { kind });

  test("goes to the super admin's own number through one gateway, with a useless code [33.12]", async () => {
    const { mobile } = world.admin;
    expect((await sendTest("payout", "twilio")).body.data.error).toBeNull();
    const arrived = world.twilio.delivered.at(-1);
    expect(arrived?.mobile).toBe(mobile);
    expect(arrived?.text).toMatch(/^\d{6} is your OTP to pay Rs\.1\.00 to Test text \(XX0000\)\./);
    await sendTest("sign_in");
    const code = world.msg91.delivered.at(-1)?.text.slice(0, 6);
    const signIn = await world.anyone.post("/auth/verify-otp", { mobile, otp: code });
    expect(signIn.body.error.code).toBe("OTP_INVALID");
    const last = database().selectFrom("audit_log").selectAll().where("act", "=", "sms.test_sent");
    expect(await last.orderBy("seq", "desc").executeTakeFirst()).toMatchObject({
      subject_kind: "sms_gateway",
      subject_id: "msg91",
      after: { text: "sign_in", sent: true },
    });
  });

  test("returns the gateway's reason, and uses no fallback", async () => {
    const before = world.twilio.delivered.length;
    world.msg91.planFault(serverError);
    const { status, body } = await sendTest("sign_in");
    expect([status, body.data.error]).toEqual([200, "Server error (500)"]);
    expect(world.twilio.delivered).toHaveLength(before);
  });

  test("is sent from the command line before the first sign-in [33.12]", async () => {
    const printed: string[] = [];
    const mobile = world.newMobile();
    const run = (...options: string[]) =>
      adminCommand(["send-test-sms", ...options], (line) => void printed.push(line));
    await run("--mobile", mobile, "--text", "payout");
    expect(world.deliveredTo(mobile)).toHaveLength(2);
    world.msg91.planFault(serverError);
    await expect(run("--mobile", mobile)).rejects.toThrow("Not every gateway accepted the text");
    expect(printed.map((line) => line.replace(/\d+ ms/, "… ms"))).toEqual([
      "msg91: sent in … ms",
      "twilio: sent in … ms",
      "msg91: not sent: Server error (500)",
      "twilio: sent in … ms",
    ]);
    await expect(run("--mobile", "12")).rejects.toThrow("--mobile");
    await expect(run("--mobile", mobile, "--text", "news")).rejects.toThrow("--text");
  });

  test("is rejected for an unknown kind or gateway, and after 20 in an hour", async () => {
    expect((await sendTest("newsletter")).status).toBe(400);
    expect((await sendTest("sign_in", "pigeon")).status).toBe(400);
    expect((await sendTest("sign_in", "sandbox")).status).toBe(404);
    const used = 3;
    for (let time = used; time < 20; time++) expect((await sendTest("sign_in")).status).toBe(200);
    const rejected = await sendTest("sign_in");
    expect([rejected.status, rejected.body.error.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
  });
});

test("yesterday's texts do not count in the last 24 hours", async () => {
  world.pass(26 * 60 * 60_000);
  const day = { sent: 0, failed: 0, average_ms: null, slowest_ms: null };
  expect((await listGateways()).map(({ last_day }) => last_day)).toEqual([day, day]);
});
