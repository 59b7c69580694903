import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyForm, newKey, ownAddress, programOf, sendingForm } from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { newestSeq, refusalsOf } from "../../../test/audit-log.ts";
import { memberIdOf } from "../../../test/member-id.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import { disableMember } from "../members/set-member-status.ts";
import { afterAnswers } from "../sign-in/run-after-answer.ts";
import { disableUnusedKeys } from "./disable-unused.ts";
import { newSecret } from "./secret.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ name: "Sharma Traders", wallet: "₹10,000" });
});
afterAll(() => world.close());

const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];
const read = (secret: string) => programOf(world, secret).get("/payouts");

describe("an API key", () => {
  test("acts for its business, within its scopes", async () => {
    const { caller } = await newKey(world, owner);
    const { status, body } = await caller.get("/payouts");
    expect([status, body.total]).toEqual([200, 0]);
    const refused = await caller.get("/wallet/balance");
    expect(codeOf(refused)).toEqual([403, "SCOPE_MISSING"]);
    expect(refused.body.error.message).toBe("This API key lacks the scope wallet:read.");
    const self = await caller.get("/api-keys/self");
    expect(self.body.data).toMatchObject({
      name: "ERP",
      mode: "test",
      scopes: ["payouts:read"],
      business: { id: owner.id, name: "Sharma Traders" },
      your_address: ownAddress,
    });
  });

  test("is shown once: no table, log or later answer has its secret", async () => {
    const { secret } = await newKey(world, owner);
    const { text } = await owner.get("/api-keys");
    const body = secret.slice("rk_test_".length);
    expect(text).not.toContain(body);
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
    `.execute(database());
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`
        select 1 from ${sql.raw(name)} as row where row::text like ${`%${body}%`} limit 1
      `.execute(database());
      if (rows.length > 0) found.push(name);
    }
    expect(tables.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  test("is refused before the database is asked when its checksum is wrong", async () => {
    const { secret } = await newKey(world, owner);
    const wrong = [
      secret.slice(0, -1),
      `${secret}a`,
      secret.slice(0, -6) + (secret.endsWith("000000") ? "000001" : "000000"),
      secret.replace("rk_test_", "rk_live_"),
      "rk_test_",
    ];
    for (const each of wrong) {
      const answer = await read(each);
      expect(codeOf(answer)).toEqual([401, "API_KEY_INVALID"]);
      expect(answer.body.error.message).toContain("checksum");
    }
    const unknown = await read(newSecret("test").secret);
    expect(codeOf(unknown)).toEqual([401, "API_KEY_INVALID"]);
    expect(unknown.body.error.message).toContain("unknown");
  });

  test("creates no keys, and reaches no session, team or settings", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    for (const answer of [
      await caller.post("/api-keys", keyForm()),
      await caller.get("/api-keys"),
      await caller.get("/auth/me"),
      await caller.get("/auth/sessions"),
      await caller.get("/team"),
      await caller.get("/notifications"),
      await caller.post("/payouts/otp/send", {}),
      await caller.post("/payouts/initiate", {}, { key: "k" }),
      await caller.get("/super-admin/settings"),
    ])
      expect(codeOf(answer)).toEqual([401, "NOT_SIGNED_IN"]);
  });

  test("works with two secrets while it is rolled, then with the new one only", async () => {
    const { id, secret } = await newKey(world, owner);
    const { body } = await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 2 });
    const next = body.data.secret;
    expect(body.data.key.secrets).toHaveLength(2);
    expect((await read(secret)).status).toBe(200);
    expect((await read(next)).status).toBe(200);
    await world.afterSeconds(2 * 3_600 + 1, async () => {
      const replaced = await read(secret);
      expect(codeOf(replaced)).toEqual([401, "API_KEY_EXPIRED"]);
      expect(replaced.body.error.message).toBe(
        "This secret of the API key ERP was replaced. Use the new one.",
      );
      expect((await read(next)).status).toBe(200);
    });
    const again = await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 2 });
    // After a lost answer, programs still have the first secret: it keeps its hours.
    expect(again.body.data.key.secrets).toHaveLength(3);
    for (const valid of [secret, next, again.body.data.secret])
      expect((await read(valid)).status).toBe(200);
    await world.afterSeconds(2 * 3_600 + 1, async () =>
      expect(codeOf(await read(secret))).toEqual([401, "API_KEY_EXPIRED"]),
    );
    const now = await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 0 });
    for (const old of [secret, next])
      expect(codeOf(await read(old))).toEqual([401, "API_KEY_EXPIRED"]);
    expect(codeOf(await read(again.body.data.secret))).toEqual([401, "API_KEY_EXPIRED"]);
    expect((await read(now.body.data.secret)).status).toBe(200);
  });

  test("stops with its old secret's person while it is rolled, and not with its new one", async () => {
    const developer = await world.member(owner, ["developer"], "Dev Shah");
    const { id, secret } = await newKey(world, developer);
    const { body } = await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 24 });
    expect((await read(secret)).status).toBe(200);
    const developerId = await memberIdOf(developer);
    await transaction((db) => disableMember(db, null, owner.id, developerId));
    const old = await read(secret);
    expect(codeOf(old)).toEqual([401, "API_KEY_DISABLED"]);
    expect(old.body.error.message).toBe(
      "Dev Shah no longer answers for the API key ERP. Use its new secret.",
    );
    expect((await read(body.data.secret)).status).toBe(200);
  });

  test("ends when it expires and when it is revoked, for good", async () => {
    const brief = await newKey(world, owner, keyForm({ expires_in_days: 1 }));
    await world.afterSeconds(24 * 3_600 + 1, async () =>
      expect(codeOf(await read(brief.secret))).toEqual([401, "API_KEY_EXPIRED"]),
    );
    const { id, secret } = await newKey(world, owner);
    expect((await owner.post(`/api-keys/${id}/revoke`, {})).body.data.state).toBe("revoked");
    const answer = await read(secret);
    expect(codeOf(answer)).toEqual([401, "API_KEY_REVOKED"]);
    expect(answer.body.error.message).toBe("The API key ERP was revoked.");
    expect((await owner.post(`/api-keys/${id}/revoke`, {})).status).toBe(200);
    const rolled = await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 0 });
    expect(codeOf(rolled)).toEqual([409, "API_KEY_ENDED"]);
  });

  test("is refused from another address, which the answer names", async () => {
    const before = await newestSeq();
    const form = keyForm({ networks: ["203.0.113.0/24", "2001:db8:12::/48"] });
    const { id, caller } = await newKey(world, owner, form);
    const from = (address: string) => caller.get("/payouts", {}, { address });
    expect((await from("203.0.113.9")).status).toBe(200);
    expect((await from("::ffff:203.0.113.9")).status).toBe(200);
    expect((await from("2001:db8:12::9")).status).toBe(200);
    for (const address of ["203.0.114.9", "2001:db8:13::9", "10.0.0.1"]) {
      const refused = await from(address);
      expect(codeOf(refused)).toEqual([403, "ADDRESS_NOT_ALLOWED"]);
      expect(refused.body.error.message).toContain(address);
    }
    const [refusal] = await refusalsOf("api_key.address_refused", before);
    expect(refusal).toMatchObject({ address: "203.0.114.9", after: { api_key: id } });
    const wrong = await owner.post("/api-keys", keyForm({ networks: ["203.0.113.300"] }));
    expect(wrong.body.error.fields["networks.0"]).toContain("203.0.113.300");
  });

  test("may make so many calls a minute, and every answer says how many are left", async () => {
    const { caller } = await newKey(world, owner);
    await saveSetting("api_calls_per_key_per_minute", 3);
    await world.at("2026-12-01T10:00:15Z", async () => {
      const answers = [];
      for (let call = 0; call < 4; call += 1) answers.push(await caller.get("/payouts"));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers.map(({ headers }) => headers["ratelimit"])).toEqual([
        '"key";r=2;t=45',
        '"key";r=1;t=45',
        '"key";r=0;t=45',
        '"key";r=0;t=45',
      ]);
      expect(answers[3]?.headers["ratelimit-policy"]).toBe('"key";q=3;w=60');
      expect(answers[3]?.headers["retry-after"]).toBe("45");
    });
    await world.at("2026-12-01T10:01:00Z", async () =>
      expect((await caller.get("/payouts")).status).toBe(200),
    );
    await saveSetting("api_calls_per_key_per_minute", 1_200);
  });

  test("shows when, from where and for which call it was used, written once a minute", async () => {
    const { id, caller } = await newKey(world, owner);
    await caller.get("/payouts", {}, { address: "203.0.113.9" });
    await caller.get("/payouts/summary", {}, { address: "203.0.113.10" });
    await afterAnswers();
    const used = async () => {
      const { body } = await owner.get("/api-keys");
      return body.data.keys.find((key) => key.id === id)?.last_used;
    };
    expect(await used()).toMatchObject({ address: "203.0.113.9", call: "listPayouts" });
    await world.afterSeconds(61, () =>
      caller.get("/payouts/summary", {}, { address: "203.0.113.10" }),
    );
    await afterAnswers();
    expect(await used()).toMatchObject({ address: "203.0.113.10", call: "getPayoutSummary" });
  });

  test("is warned of after 45 days without use, and disabled after 90, until it gets a new secret", async () => {
    const other = await world.operator();
    const { id, secret } = await newKey(world, other);
    const day = 24 * 3_600;
    const kinds = async () =>
      (await other.get("/notifications")).body.data.map(({ kind }) => kind).toReversed();
    await world.afterSeconds(44 * day, disableUnusedKeys);
    expect(await kinds()).toEqual(["api_key_created"]);
    await world.afterSeconds(46 * day, disableUnusedKeys);
    await world.afterSeconds(47 * day, disableUnusedKeys);
    expect(await kinds()).toEqual(["api_key_created", "api_key_unused"]);
    await world.afterSeconds(91 * day, disableUnusedKeys);
    expect(await kinds()).toEqual(["api_key_created", "api_key_unused", "api_key_disabled"]);
    expect(codeOf(await read(secret))).toEqual([401, "API_KEY_DISABLED"]);
    const { body } = await other.post(`/api-keys/${id}/roll`, { old_valid_hours: 24 });
    expect(codeOf(await read(secret))).toEqual([401, "API_KEY_EXPIRED"]);
    expect((await read(body.data.secret)).status).toBe(200);
  });

  test("stays enabled while it is used", async () => {
    const other = await world.operator();
    const { secret } = await newKey(world, other);
    const day = 24 * 3_600;
    await world.afterSeconds(80 * day, () => read(secret));
    await afterAnswers();
    await world.afterSeconds(100 * day, disableUnusedKeys);
    expect((await read(secret)).status).toBe(200);
  });

  test("stops when who answers for it leaves, and works again with a new secret of another", async () => {
    const developer = await world.member(owner, ["developer"], "Dev Shah");
    const { id, secret } = await newKey(world, developer);
    expect((await read(secret)).status).toBe(200);
    const { rows } = await sql<{ id: string }>`
      select owner_id as id from api_keys where id = ${id}
    `.execute(database());
    await transaction((db) => disableMember(db, null, owner.id, rows[0]?.id ?? ""));
    const answer = await read(secret);
    expect(codeOf(answer)).toEqual([401, "API_KEY_DISABLED"]);
    expect(answer.body.error.message).toContain("Dev Shah no longer answers for");
    const { body } = await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 24 });
    expect(codeOf(await read(secret))).toEqual([401, "API_KEY_EXPIRED"]);
    expect((await read(body.data.secret)).status).toBe(200);
  });

  test("stops with its business and with the feature", async () => {
    const other = await world.operator();
    const { secret } = await newKey(world, other);
    await sql`update tenants set features = array_remove(features, 'api_access') where id = ${other.id}`.execute(
      database(),
    );
    expect(codeOf(await read(secret))).toEqual([403, "FEATURE_NOT_ENABLED"]);
    const admin = await world.superAdmin();
    await admin.patch(`/super-admin/tenants/${other.id}/status`, { isActive: false });
    expect(codeOf(await read(secret))).toEqual([403, "ACCOUNT_INACTIVE"]);
  });

  test("of another business is not found, changed or used", async () => {
    const other = await world.operator();
    const { id } = await newKey(world, owner);
    const answers = [
      await other.post(`/api-keys/${id}/revoke`, {}),
      await other.post(`/api-keys/${id}/roll`, { old_valid_hours: 0 }),
      await other.put(`/api-keys/${id}/access`, { networks: [], limits: null }),
    ];
    for (const answer of answers) expect(codeOf(answer)).toEqual([404, "NOT_FOUND"]);
  });
});
