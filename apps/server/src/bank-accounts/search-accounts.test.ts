// The guarantee: a part of a name is found by an index, however many accounts there are, and the
// search is the same where PostgreSQL has no such index.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../test/world.ts";
import { transaction, type Tx } from "../db.ts";
import { countTenants } from "../tenants/queries.ts";
import { countForReview } from "./review-queries.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const tenant = await world.retailer({ name: "Gupta Textiles" });
  await world.approvedAccount(tenant);
});
afterAll(() => world.close());

const asked = { page: 1, limit: 20 };

/** How often each index was looked into by the transaction. */
async function looks(db: Tx, indexes: readonly string[]): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; isUsed: boolean }>`
    select name, pg_stat_get_xact_numscans(name::regclass) > 0 as "isUsed"
    from unnest(${indexes}::text[]) as name
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, isUsed }) => [name, isUsed]));
}

test("a search of bank accounts and of tenants looks into the indexes of parts", async () => {
  const used = await transaction(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    expect(await countForReview(db, { ...asked, search: "upta text" })).toBe(1n);
    expect(await countTenants(db, { search: "upta text" })).toBe(1n);
    return looks(db, [
      "people_name_parts",
      "people_mobile_parts",
      "people_email_parts",
      "bank_accounts_holder_parts",
      "bank_accounts_ifsc_parts",
    ]);
  });
  expect(used).toEqual({
    people_name_parts: true,
    people_mobile_parts: true,
    people_email_parts: true,
    bank_accounts_holder_parts: true,
    bank_accounts_ifsc_parts: true,
  });
});

test("without pg_trgm the same is found", async () => {
  const withoutExtension = transaction(async (db) => {
    await sql`drop extension pg_trgm cascade`.execute(db);
    expect(await countForReview(db, { ...asked, search: "upta text" })).toBe(1n);
    expect(await countTenants(db, { search: "upta text" })).toBe(1n);
    throw new Error("Nothing of it stays");
  });
  await expect(withoutExtension).rejects.toThrow("Nothing of it stays");
});
