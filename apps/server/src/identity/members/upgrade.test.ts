// The guarantee: a database with data gets memberships without a stop, and servers of the version
// before keep working on it until they are replaced.
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import type { TestDatabase } from "../../../test/test-server.ts";
import { closeDatabase, openDatabase } from "../../database/db.ts";
import { encryptionSteps } from "../../database/encryption/encrypt-plain-values.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { readEncryptionKeys } from "../../kernel/encryption-keys.ts";
import { newId } from "../../kernel/ids.ts";
import { findSession } from "../sign-in/find-session.ts";

const migrations = join(import.meta.dirname, "../../../../../db/migrations");
/** The last migration of the version before. */
const lastBefore = "0074";

let database: TestDatabase;
let client: pg.Client;
const [tenant, admin, session] = [newId(), newId(), newId()];

/** The statements of a server of the version before, to the letter where it matters. */
const old = {
  addPerson: (id: string, mobile: string, role: string) =>
    client.query(
      `insert into people (id, mobile, name, role, features, created_at, updated_at)
       values ($1, $2, 'Old Shop', $3, '{create_payout}', now(), now())`,
      [id, mobile, role],
    ),
  addSession: (id: string, person: string) =>
    client.query(
      `insert into sessions (id, person_id, created_at, last_seen_at, expires_at)
       values ($1, $2, now(), now(), now() + interval '1 hour')`,
      [id, person],
    ),
};

beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "drop schema public cascade; drop schema sandbox_bank cascade; create schema public",
  );
  const directory = await mkdtemp(join(tmpdir(), "rokad-before-members-"));
  for (const name of await readdir(migrations))
    if (name.slice(0, 4) <= lastBefore)
      await copyFile(join(migrations, name), join(directory, name));
  const functions = await mkdtemp(join(tmpdir(), "rokad-before-members-"));
  const steps = encryptionSteps(readEncryptionKeys(testEncryptionKey) ?? []);
  const ours = join(migrations, "../functions");
  for (const name of await readdir(ours))
    // Neither what is new, nor views and triggers of later tables.
    if (
      !/founder|event|^(approval_policies|payout_policies|request_|api_key_|schedule_)|\.view\.sql$/.test(
        name,
      )
    )
      await copyFile(join(ours, name), join(functions, name));
  await migrate(database.url, { directory, functions, steps });
  await old.addPerson(tenant, "9876500001", "retailer");
  await old.addPerson(admin, "9876500002", "superadmin");
  await old.addSession(session, tenant);
  await migrate(database.url, { steps });
  await Promise.all([directory, functions].map((each) => rm(each, { recursive: true })));
  openDatabase(database.url, { connections: 2 });
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await client.end();
  await database.drop();
});

test("an existing tenant's session goes on, as the owner of the business", async () => {
  expect(await findSession(session)).toMatchObject({
    id: tenant,
    features: ["create_payout"],
    member: { id: tenant, name: "Old Shop", mobile: "9876500001", roles: ["owner"] },
  });
});

test("an existing super admin, and one that an old server adds, are owners", async () => {
  const added = newId();
  await old.addPerson(added, "9876500003", "superadmin");
  for (const id of [admin, added]) {
    const own = newId();
    await old.addSession(own, id);
    expect((await findSession(own))?.member).toMatchObject({ id, roles: ["owner"] });
  }
});

test("a tenant that an old server adds during the upgrade is an owner too", async () => {
  const [id, own] = [newId(), newId()];
  await old.addPerson(id, "9876500004", "operator");
  await old.addSession(own, id);
  expect((await findSession(own))?.member).toMatchObject({ id, roles: ["owner"] });
});

test("what an old server changes counts for new ones at once", async () => {
  await client.query("update people set features = '{view_reports}' where id = $1", [tenant]);
  expect((await findSession(session))?.features).toEqual(["view_reports"]);
  await client.query("update people set is_active = false where id = $1", [tenant]);
  expect(await findSession(session)).toBeUndefined();
});
