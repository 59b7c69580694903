// The guarantee: a super admin sets and removes credentials with a code to their phone. Every server
// uses them at once, no answer contains a value, and the environment takes precedence.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { useClock } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { missingCredentials, readCredentials, useCredentials } from "../../kernel/credentials.ts";
import { readStoredCredentials } from "./stored-credentials.ts";

let world: World;
let admin: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await world.newSuperAdmin("Meera Iyer");
  await sql`delete from credentials`.execute(database());
  useCredentials({}, readStoredCredentials);
});

const secret = "rzp-key-secret-that-nobody-reads-again";
async function listed(name: string, who = admin) {
  const { body } = await who.get("/super-admin/credentials");
  return body.data.find((credential) => credential.name === name);
}

async function codeTo(name: string, who = admin): Promise<string> {
  const { status } = await who.post(`/super-admin/credentials/${name}/otp`, {});
  expect(status).toBe(200);
  return world.codeFor(who.mobile);
}

function put(name: string, body: object, who = admin) {
  return who.put(`/super-admin/credentials/${name}`, body);
}

async function change(name: string, value: string | null, who = admin, otp?: string) {
  const setAt = (await listed(name, who))?.set_at ?? null;
  const code = otp ?? (await codeTo(name, who));
  return put(name, { value, seen_set_at: setAt, otp: code }, who);
}

describe("a credential", () => {
  test("applies at once, and shows only its last characters, who set it and when [34.6]", async () => {
    expect(await missingCredentials(["RAZORPAYX_KEY_SECRET"])).toEqual(["RAZORPAYX_KEY_SECRET"]);
    const { status, body, text } = await change("RAZORPAYX_KEY_SECRET", secret);
    expect([status, body.message]).toEqual([200, "Credential saved"]);
    expect(body.data).toEqual({
      name: "RAZORPAYX_KEY_SECRET",
      source: "stored",
      ends_in: "gain",
      set_at: expect.any(String) as string,
      set_by: { id: admin.id, name: "Meera Iyer" },
    });
    expect(text).not.toContain(secret);
    expect(await readCredentials("RAZORPAYX_KEY_SECRET")).toEqual({ RAZORPAYX_KEY_SECRET: secret });
    expect(await missingCredentials(["RAZORPAYX_KEY_SECRET"])).toEqual([]);
    expect((await admin.get("/super-admin/credentials")).text).not.toContain(secret.slice(0, 8));
  });

  test("shows no characters when it is short", async () => {
    const { body } = await change("TWILIO_FROM", "ROKADX");
    expect(body.data.ends_in).toBeNull();
  });

  test("is replaced and removed, and the audit log records both without the value [34.7]", async () => {
    await change("MSG91_AUTH_KEY", secret);
    await change("MSG91_AUTH_KEY", "another-key-of-ours");
    expect(await readCredentials("MSG91_AUTH_KEY")).toEqual({
      MSG91_AUTH_KEY: "another-key-of-ours",
    });
    const removed = await change("MSG91_AUTH_KEY", null);
    expect(removed.body.data.source).toBe("missing");
    expect(await missingCredentials(["MSG91_AUTH_KEY"])).toEqual(["MSG91_AUTH_KEY"]);
    const rows = await auditRowsOf("MSG91_AUTH_KEY");
    const ours = rows.filter(({ actor_id }) => actor_id === admin.id);
    expect(ours.map(({ act, before, after }) => [act, before, after])).toEqual([
      ["credential.set", { set: false }, { set: true }],
      ["credential.set", { set: true }, { set: true }],
      ["credential.removed", { set: true }, { set: false }],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/another-key|nobody-reads/);
  });

  test("from the environment takes precedence and can't be changed here [34.6]", async () => {
    await change("CASHFREE_CLIENT_ID", "CF-stored-in-the-console");
    useCredentials({ CASHFREE_CLIENT_ID: "CF-env" }, readStoredCredentials);
    expect(await readCredentials("CASHFREE_CLIENT_ID")).toEqual({ CASHFREE_CLIENT_ID: "CF-env" });
    expect(await listed("CASHFREE_CLIENT_ID")).toEqual({
      name: "CASHFREE_CLIENT_ID",
      source: "environment",
      ends_in: null,
      set_at: null,
      set_by: null,
    });
    const codeRequest = await admin.post("/super-admin/credentials/CASHFREE_CLIENT_ID/otp", {});
    expect([codeRequest.status, codeRequest.body.error.code]).toEqual([
      409,
      "CREDENTIAL_IN_ENVIRONMENT",
    ]);
    const removal = await change("CASHFREE_CLIENT_ID", null, admin, "123456");
    expect([removal.status, removal.body.error.code]).toEqual([409, "CREDENTIAL_IN_ENVIRONMENT"]);
  });

  test("is stored encrypted and can't be decrypted in another row [34.6]", async () => {
    await change("RAZORPAYX_KEY_SECRET", secret);
    await change("CASHFREE_CLIENT_SECRET", "another-secret-of-ours");
    const { rows } = await sql<{
      row: string;
    }>`select credentials::text as row from credentials`.execute(database());
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString("hex"));
    await sql`update credentials set value_sealed =
      (select value_sealed from credentials where name = 'RAZORPAYX_KEY_SECRET')
      where name = 'CASHFREE_CLIENT_SECRET'`.execute(database());
    await expect(readCredentials("CASHFREE_CLIENT_SECRET")).rejects.toThrow(
      "belongs to another row",
    );
  });

  test.each([
    ["", "The value is required"],
    ["   ", "The value is required"],
    ["two words", "Use letters, digits and symbols without spaces"],
    ["line\nbreak", "Use letters, digits and symbols without spaces"],
    ["ключ", "Use letters, digits and symbols without spaces"],
    ["k".repeat(501), "The value must not exceed 500 characters"],
  ])("rejects %j with a message and does not use up the code", async (value, message) => {
    const otp = await codeTo("MSG91_AUTH_KEY");
    const rejected = await change("MSG91_AUTH_KEY", value, admin, otp);
    expect([rejected.status, rejected.body.error.fields]).toEqual([400, { value: message }]);
    expect((await change("MSG91_AUTH_KEY", "right", admin, otp)).status).toBe(200);
  });

  test("reports an unknown name", async () => {
    const { status, body } = await admin.post("/super-admin/credentials/APP_SECRET/otp", {});
    expect([status, body.error.fields]).toEqual([400, { name: "There is no such credential" }]);
  });
});

describe("the code", () => {
  test("is required, and works once for one credential and one person [34.7]", async () => {
    const other = await world.newSuperAdmin("Ravi Menon");
    const wrong = await change("RAZORPAYX_KEY_ID", "rzp_live_1", admin, "000000");
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "OTP_INVALID"]);
    const otp = await codeTo("RAZORPAYX_KEY_ID");
    const elsewhere = await change("CASHFREE_CLIENT_ID", "CF1", admin, otp);
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([400, "OTP_INVALID"]);
    const otherCode = await codeTo("RAZORPAYX_KEY_SECRET");
    expect((await change("RAZORPAYX_KEY_SECRET", "s1", other, otherCode)).status).toBe(400);
    expect((await change("RAZORPAYX_KEY_SECRET", "s1", admin, otherCode)).status).toBe(200);
    expect((await change("RAZORPAYX_KEY_SECRET", "s2", admin, otherCode)).status).toBe(400);
    expect(await readCredentials("RAZORPAYX_KEY_SECRET")).toEqual({ RAZORPAYX_KEY_SECRET: "s1" });
  });

  test("expires after five minutes", async () => {
    const otp = await codeTo("MSG91_AUTH_KEY");
    const restore = useClock(() => new Date(Date.now() + 301_000));
    const late = await change("MSG91_AUTH_KEY", "late", admin, otp).finally(restore);
    expect([late.status, late.body.error.code]).toEqual([400, "OTP_EXPIRED"]);
  });

  test("does not accept a sign-in code", async () => {
    await world.anyone.post("/auth/send-otp", { mobile: admin.mobile });
    const otp = await world.codeFor(admin.mobile);
    expect((await change("MSG91_AUTH_KEY", "k", admin, otp)).body.error.code).toBe("OTP_INVALID");
  });
});

describe("two super admins", () => {
  test("setting one credential at once: one succeeds, the other learns who did [34.7]", async () => {
    const other = await world.newSuperAdmin("Ravi Menon");
    const codes = [await codeTo("MSG91_AUTH_KEY"), await codeTo("MSG91_AUTH_KEY", other)];
    const outcomes = await Promise.all([
      put("MSG91_AUTH_KEY", { value: "from-meera", seen_set_at: null, otp: codes[0] }),
      put("MSG91_AUTH_KEY", { value: "from-ravi", seen_set_at: null, otp: codes[1] }, other),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = outcomes.find(({ status }) => status === 409);
    expect(late?.body.error.code).toBe("CREDENTIAL_CHANGED");
    expect(late?.body.error.message).toMatch(
      /^(Meera Iyer|Ravi Menon) set MSG91_AUTH_KEY while you were editing/,
    );
  });
});
