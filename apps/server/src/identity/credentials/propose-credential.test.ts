// The guarantee: a proposed secret is encrypted while it waits and erased afterwards, and it never
// replaces a value that nobody saw.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { signing } from "../../../test/signing.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { readCredentials, useCredentials } from "../../kernel/credentials.ts";
import { readStoredCredentials } from "./stored-credentials.ts";

let world: World;
let admin: SignedIn;
let second: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.superAdmin();
  second = await world.newSuperAdmin("Kabir Rao");
});
beforeEach(async () => {
  await sql`delete from proposal_subjects`.execute(database());
  await sql`delete from proposals`.execute(database());
  await sql`delete from credentials`.execute(database());
  useCredentials({}, readStoredCredentials);
});
afterAll(() => world.close());

const secret = "msg91-key-that-nobody-reads-again";

async function proposed(): Promise<string> {
  const change = { value: secret, seen_set_at: null };
  const { body } = await signing.saveCredential(admin, "MSG91_AUTH_KEY", change);
  return body.proposal_id ?? "";
}

test("a value is encrypted while it waits, and erased whatever ends it", async () => {
  const id = await proposed();
  const { rows } = await sql<{ row: string }>`
    select proposals::text || encode(content_encrypted, 'escape') as row from proposals
  `.execute(database());
  expect(JSON.stringify(rows)).not.toContain(secret);
  await second.post(`/super-admin/proposals/${id}/reject`, { reason: "Not agreed" });
  const withdrawn = await proposed();
  await admin.post(`/super-admin/proposals/${withdrawn}/withdraw`);
  await signing.confirm(second, await proposed());
  expect(await readCredentials("MSG91_AUTH_KEY")).toEqual({ MSG91_AUTH_KEY: secret });
  const left = await database()
    .selectFrom("proposals")
    .select(["state", "content_encrypted"])
    .execute();
  const states = left.map(({ state }) => state).toSorted();
  expect(states).toEqual(["confirmed", "rejected", "withdrawn"]);
  expect(left.filter(({ content_encrypted: content }) => content !== null)).toEqual([]);
});

test("a proposal is refused while the environment has the credential", async () => {
  const id = await proposed();
  useCredentials({ MSG91_AUTH_KEY: "from-the-environment" }, readStoredCredentials);
  const refused = await signing.confirm(second, id);
  expect([refused.status, refused.body.error.code]).toEqual([409, "CREDENTIAL_IN_ENVIRONMENT"]);
  useCredentials({}, readStoredCredentials);
  expect((await signing.confirm(second, id)).status).toBe(200);
});

test("a proposal is void when the credential changed since", async () => {
  const id = await proposed();
  await sql`
    insert into credentials (name, value_encrypted, set_at, set_by)
    values ('MSG91_AUTH_KEY', '', now(), ${second.id})
  `.execute(database());
  const late = await signing.confirm(second, id);
  expect([late.status, late.body.error.code]).toEqual([409, "PROPOSAL_VOID"]);
  expect(late.body.error.message).toBe(
    "Kabir Rao set MSG91_AUTH_KEY after this was proposed. The proposal is void, and nothing changed. Propose it again.",
  );
});

test("the only active super admin sets a credential at once", async () => {
  await database()
    .updateTable("people")
    .set({ is_active: false })
    .where("id", "=", second.id)
    .execute();
  const change = { value: secret, seen_set_at: null };
  const { status, body } = await signing.saveCredential(admin, "MSG91_AUTH_KEY", change);
  expect([status, body.message, body.proposal_id]).toEqual([200, "Credential saved", null]);
  expect(body.data).toMatchObject({ source: "stored", ends_in: "gain" });
});
