// The guarantee: a super admin who has their phone sets and removes credentials, which every
// server uses at once and nobody reads again; the environment's win.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordedOf } from "../../test/audit-log.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { openWorld, type World } from "../../test/world.ts";
import { useClock } from "../clock.ts";
import { database } from "../db.ts";
import { missingCredentials, readCredentials, useCredentials } from "./credentials.ts";
import { readStoredCredentials } from "./stored-credentials.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  boss = await world.newSuperAdmin("Meera Iyer");
  await sql`delete from credentials`.execute(database());
  useCredentials({}, readStoredCredentials);
});

const secret = "rzp-key-secret-that-nobody-reads-again";
async function listed(name: string, who = boss) {
  const { body } = await who.get("/super-admin/credentials");
  return body.data.find((credential) => credential.name === name);
}

async function codeTo(name: string, who = boss): Promise<string> {
  const { status } = await who.post(`/super-admin/credentials/${name}/otp`, {});
  expect(status).toBe(200);
  return world.codeFor(who.mobile);
}

function put(name: string, body: object, who = boss) {
  return who.put(`/super-admin/credentials/${name}`, body);
}

async function change(name: string, value: string | null, who = boss, otp?: string) {
  const seen = (await listed(name, who))?.set_at ?? null;
  const code = otp ?? (await codeTo(name, who));
  return put(name, { value, seen_set_at: seen, otp: code }, who);
}

describe("a credential", () => {
  test("is set, counts at once, and shows only its end, by whom and when", async () => {
    expect(await missingCredentials(["RAZORPAYX_KEY_SECRET"])).toEqual(["RAZORPAYX_KEY_SECRET"]);
    const { status, body, text } = await change("RAZORPAYX_KEY_SECRET", secret);
    expect([status, body.message]).toEqual([200, "Credential saved"]);
    expect(body.data).toEqual({
      name: "RAZORPAYX_KEY_SECRET",
      source: "stored",
      ends_in: "gain",
      set_at: expect.any(String) as string,
      set_by: { id: boss.id, name: "Meera Iyer" },
    });
    expect(text).not.toContain(secret);
    expect(await readCredentials("RAZORPAYX_KEY_SECRET")).toEqual({ RAZORPAYX_KEY_SECRET: secret });
    expect(await missingCredentials(["RAZORPAYX_KEY_SECRET"])).toEqual([]);
    expect((await boss.get("/super-admin/credentials")).text).not.toContain(secret.slice(0, 8));
  });

  test("that is short shows nothing of itself", async () => {
    const { body } = await change("TWILIO_FROM", "ROKADX");
    expect(body.data.ends_in).toBeNull();
  });

  test("is replaced and removed, each recorded without its value", async () => {
    await change("MSG91_AUTH_KEY", secret);
    await change("MSG91_AUTH_KEY", "another-key-of-ours");
    expect(await readCredentials("MSG91_AUTH_KEY")).toEqual({
      MSG91_AUTH_KEY: "another-key-of-ours",
    });
    const removed = await change("MSG91_AUTH_KEY", null);
    expect(removed.body.data.source).toBe("missing");
    expect(await missingCredentials(["MSG91_AUTH_KEY"])).toEqual(["MSG91_AUTH_KEY"]);
    const rows = await recordedOf("MSG91_AUTH_KEY");
    const ours = rows.filter(({ actor_id }) => actor_id === boss.id);
    expect(ours.map(({ act, before, after }) => [act, before, after])).toEqual([
      ["credential.set", { set: false }, { set: true }],
      ["credential.set", { set: true }, { set: true }],
      ["credential.removed", { set: true }, { set: false }],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/another-key|nobody-reads/);
  });

  test("of the environment counts, and is not changed here", async () => {
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
    const asked = await boss.post("/super-admin/credentials/CASHFREE_CLIENT_ID/otp", {});
    expect([asked.status, asked.body.error.code]).toEqual([409, "CREDENTIAL_IN_ENVIRONMENT"]);
    const tried = await change("CASHFREE_CLIENT_ID", null, boss, "123456");
    expect([tried.status, tried.body.error.code]).toEqual([409, "CREDENTIAL_IN_ENVIRONMENT"]);
  });

  test("is kept as nothing that could be read or moved", async () => {
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
    ["two words", "Use letters, digits and signs without spaces"],
    ["line\nbreak", "Use letters, digits and signs without spaces"],
    ["ключ", "Use letters, digits and signs without spaces"],
    ["k".repeat(501), "The value must not exceed 500 characters"],
  ])("%j is refused with a sentence, and no code is used up by it", async (value, sentence) => {
    const otp = await codeTo("MSG91_AUTH_KEY");
    const refused = await change("MSG91_AUTH_KEY", value, boss, otp);
    expect([refused.status, refused.body.error.fields]).toEqual([400, { value: sentence }]);
    expect((await change("MSG91_AUTH_KEY", "right", boss, otp)).status).toBe(200);
  });

  test("that does not exist is a sentence", async () => {
    const { status, body } = await boss.post("/super-admin/credentials/APP_SECRET/otp", {});
    expect([status, body.error.fields]).toEqual([400, { name: "There is no such credential" }]);
  });
});

describe("the code", () => {
  test("is needed, works once, for one credential and one person", async () => {
    const other = await world.newSuperAdmin("Ravi Menon");
    const wrong = await change("RAZORPAYX_KEY_ID", "rzp_live_1", boss, "000000");
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "OTP_INVALID"]);
    const otp = await codeTo("RAZORPAYX_KEY_ID");
    const elsewhere = await change("CASHFREE_CLIENT_ID", "CF1", boss, otp);
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([400, "OTP_INVALID"]);
    const fresh = await codeTo("RAZORPAYX_KEY_SECRET");
    expect((await change("RAZORPAYX_KEY_SECRET", "s1", other, fresh)).status).toBe(400);
    expect((await change("RAZORPAYX_KEY_SECRET", "s1", boss, fresh)).status).toBe(200);
    expect((await change("RAZORPAYX_KEY_SECRET", "s2", boss, fresh)).status).toBe(400);
    expect(await readCredentials("RAZORPAYX_KEY_SECRET")).toEqual({ RAZORPAYX_KEY_SECRET: "s1" });
  });

  test("runs out after five minutes", async () => {
    const otp = await codeTo("MSG91_AUTH_KEY");
    const restore = useClock(() => new Date(Date.now() + 301_000));
    const late = await change("MSG91_AUTH_KEY", "late", boss, otp).finally(restore);
    expect([late.status, late.body.error.code]).toEqual([400, "OTP_EXPIRED"]);
  });

  test("of a sign-in is none", async () => {
    await world.anyone.post("/auth/send-otp", { mobile: boss.mobile });
    const otp = await world.codeFor(boss.mobile);
    expect((await change("MSG91_AUTH_KEY", "k", boss, otp)).body.error.code).toBe("OTP_INVALID");
  });
});

describe("two super admins", () => {
  test("who set one credential at the same moment: one does, the other is told who", async () => {
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
      /^(Meera Iyer|Ravi Menon) set MSG91_AUTH_KEY meanwhile/,
    );
  });
});
