// The guarantee: two super admins set and remove credentials that they sign. Every server
// uses them at once, no answer contains a value, and the environment takes precedence.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import { presign } from "../../../test/presign.ts";
import { signing } from "../../../test/signing.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { missingCredentials, readCredentials, useCredentials } from "../../kernel/credentials.ts";
import { readStoredCredentials } from "./stored-credentials.ts";

let world: World;
let admin: SignedIn;
let second: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  second = await world.newSuperAdmin("Kabir Rao");
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await world.newSuperAdmin("Meera Iyer");
  await sql`delete from credentials`.execute(database());
  await sql`delete from proposal_subjects`.execute(database());
  await sql`delete from proposals`.execute(database());
  useCredentials({}, readStoredCredentials);
});

const secret = "rzp-key-secret-that-nobody-reads-again";
async function listed(name: string, who = admin) {
  const { body } = await who.get("/super-admin/credentials");
  return body.data.find((credential) => credential.name === name);
}

const reason = "Yearly change of keys";

/** The change as a person who sees the stored value now requests it. */
async function request(name: string, value: string | null) {
  return { value, seen_set_at: (await listed(name))?.set_at ?? null, reason };
}

const pathOf = (name: string) => `/super-admin/credentials/${name}` as const;

/** Without a signature: what is refused, is refused before one is asked for. */
const putUnsigned = (name: string, body: object) =>
  admin.put(pathOf(name), body, { signature: null });

/** Proposes a change, signed. */
const propose = async (name: string, value: string | null) =>
  admin.put(pathOf(name), await request(name, value));

/** Proposes a change, and the second super admin confirms it. */
async function change(name: string, value: string | null): Promise<void> {
  const { status, body } = await propose(name, value);
  expect([status, body.message]).toEqual([
    200,
    "Proposed. A second super admin has to confirm it.",
  ]);
  expect((await signing.confirm(second, body.proposal_id ?? "")).status).toBe(200);
}

describe("a credential", () => {
  test("applies at once, and shows only its last characters, who set it and when [34.6]", async () => {
    expect(await missingCredentials(["RAZORPAYX_KEY_SECRET"])).toEqual(["RAZORPAYX_KEY_SECRET"]);
    const { body, text } = await propose("RAZORPAYX_KEY_SECRET", secret);
    expect(body.data).toMatchObject({ source: "missing", ends_in: null });
    expect(await missingCredentials(["RAZORPAYX_KEY_SECRET"])).toEqual(["RAZORPAYX_KEY_SECRET"]);
    const proposal = await second.get(`/super-admin/proposals/${body.proposal_id ?? ""}`);
    expect(proposal.body.data).toMatchObject({
      kind: "credential",
      title: "RAZORPAYX_KEY_SECRET",
      changes: [{ before: "Not set", after: "A new value, ends in gain" }],
    });
    expect(proposal.text).not.toContain(secret);
    await signing.confirm(second, body.proposal_id ?? "");
    expect(await listed("RAZORPAYX_KEY_SECRET")).toEqual({
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
    await change("TWILIO_FROM", "ROKADX");
    expect((await listed("TWILIO_FROM"))?.ends_in).toBeNull();
  });

  test("is replaced and removed, and the audit log records both without the value [34.7]", async () => {
    await change("MSG91_AUTH_KEY", secret);
    await change("MSG91_AUTH_KEY", "another-key-of-ours");
    expect(await readCredentials("MSG91_AUTH_KEY")).toEqual({
      MSG91_AUTH_KEY: "another-key-of-ours",
    });
    await change("MSG91_AUTH_KEY", null);
    expect((await listed("MSG91_AUTH_KEY"))?.source).toBe("missing");
    expect(await missingCredentials(["MSG91_AUTH_KEY"])).toEqual(["MSG91_AUTH_KEY"]);
    const rows = await auditRowsOf("MSG91_AUTH_KEY");
    const ours = rows.filter(({ after }) => Object(after).proposed_by === admin.id);
    const people = { proposal: expect.any(String) as string, proposed_by: admin.id };
    const both = { ...people, confirmed_by: second.id };
    expect(ours.map(({ act, actor_id }) => [act, actor_id])).toEqual([
      ["credential.set", second.id],
      ["credential.set", second.id],
      ["credential.removed", second.id],
    ]);
    expect(ours.map(({ before, after }) => [before, after])).toEqual([
      [{ set: false }, { set: true, ...both }],
      [{ set: true }, { set: true, ...both }],
      [{ set: true }, { set: false, ...both }],
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
    const removing = { value: null, seen_set_at: null, reason };
    const removal = await putUnsigned("CASHFREE_CLIENT_ID", removing);
    expect([removal.status, removal.body.error.code]).toEqual([409, "CREDENTIAL_IN_ENVIRONMENT"]);
  });

  test("is stored encrypted and can't be decrypted in another row [34.6]", async () => {
    await change("RAZORPAYX_KEY_SECRET", secret);
    await change("CASHFREE_CLIENT_SECRET", "another-secret-of-ours");
    const { rows } = await sql<{
      row: string;
    }>`select credentials::text as row from credentials`.execute(database());
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString("hex"));
    await sql`update credentials set value_encrypted =
      (select value_encrypted from credentials where name = 'RAZORPAYX_KEY_SECRET')
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
  ])("rejects %j with a message and asks for no signature", async (value, message) => {
    const rejected = await putUnsigned("MSG91_AUTH_KEY", await request("MSG91_AUTH_KEY", value));
    expect([rejected.status, rejected.body.error.fields]).toEqual([400, { value: message }]);
  });

  test("reports an unknown name and a missing reason", async () => {
    const body = { value: "k", seen_set_at: null, reason: "" };
    const unknown = await putUnsigned("APP_SECRET", body);
    expect([unknown.status, unknown.body.error.fields]).toEqual([
      400,
      { name: "There is no such credential" },
    ]);
    const blank = await putUnsigned("TWILIO_FROM", body);
    expect([blank.status, blank.body.error.fields]).toEqual([
      400,
      { reason: "A reason is required" },
    ]);
  });
});

describe("the signature", () => {
  const keyId = "RAZORPAYX_KEY_ID";

  test("is required, and works once for one value of one credential and one person [34.7]", async () => {
    const body = await request(keyId, "rzp_live_1");
    const signature = await presign(admin, pathOf(keyId), body, "put");
    const attempts: [name: string, body: object, who: SignedIn][] = [
      ["CASHFREE_CLIENT_ID", body, admin],
      [keyId, { ...body, value: "rzp_live_2" }, admin],
      [keyId, body, second],
    ];
    for (const [name, sent, who] of attempts) {
      const answer = await who.put(pathOf(name), sent, { signature });
      expect([answer.status, answer.body.error.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    }
    const first = await admin.put(pathOf(keyId), body, { signature });
    expect(first.status).toBe(200);
    await signing.confirm(second, first.body.proposal_id ?? "");
    const again = await admin.put(pathOf(keyId), await request(keyId, "rzp_live_1"), { signature });
    expect(again.body.error.code).toBe("STEP_UP_REQUIRED");
    expect(await readCredentials(keyId)).toEqual({ [keyId]: "rzp_live_1" });
  });
});

describe("two super admins", () => {
  test("proposing one credential at once: one waits, the other learns who was first [34.7]", async () => {
    const other = await world.newSuperAdmin("Ravi Menon");
    const bodies = [
      { value: "from-meera", seen_set_at: null, reason },
      { value: "from-ravi", seen_set_at: null, reason },
    ] as const;
    const path = pathOf("MSG91_AUTH_KEY");
    const signatures = [
      await presign(admin, path, bodies[0], "put"),
      await presign(other, path, bodies[1], "put"),
    ];
    const outcomes = await Promise.all([
      admin.put(path, bodies[0], { signature: signatures[0] }),
      other.put(path, bodies[1], { signature: signatures[1] }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = outcomes.find(({ status }) => status === 409);
    expect(late?.body.error.code).toBe("PROPOSAL_WAITING");
    expect(late?.body.error.message).toMatch(
      /^A change of MSG91_AUTH_KEY by (Meera Iyer|Ravi Menon) waits for a second super admin\./,
    );
  });

  test("one after the other: the second learns who set it meanwhile", async () => {
    const stale = { value: "later", seen_set_at: null, reason };
    await change("MSG91_AUTH_KEY", "first");
    const late = await second.put(pathOf("MSG91_AUTH_KEY"), stale);
    expect([late.status, late.body.error.code]).toEqual([409, "CREDENTIAL_CHANGED"]);
    expect(late.body.error.message).toMatch(
      /^Meera Iyer set MSG91_AUTH_KEY while you were editing/,
    );
  });
});
