// A search for part of a name uses an index, so its cost does not grow with the number of accounts.
// Without the pg_trgm extension the search has the same results.
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountForm } from "../../../test/forms.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { countTenants } from "../../tenants/accounts/queries.ts";
import { countForReview } from "./review-queries.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const tenant = await world.retailer({ name: "Gupta Textiles" });
  await world.approvedAccount(tenant);
});
afterAll(() => world.close());

const page = { page: 1, limit: 20 };

/** Whether the transaction scanned each index. */
async function indexUse(db: Tx, indexes: readonly string[]): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; isUsed: boolean }>`
    select name, pg_stat_get_xact_numscans(name::regclass) > 0 as "isUsed"
    from unnest(${indexes}::text[]) as name
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, isUsed }) => [name, isUsed]));
}

test("a search of bank accounts and tenants uses the trigram indexes", async () => {
  const used = await transaction(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    expect(await countForReview(db, { ...page, search: "upta text" })).toBe(1n);
    expect(await countTenants(db, { search: "upta text" })).toBe(1n);
    return indexUse(db, [
      "tenants_name_parts",
      "tenants_mobile_parts",
      "tenants_email_parts",
      "bank_accounts_holder_parts",
      "bank_accounts_ifsc_parts",
    ]);
  });
  expect(used).toEqual({
    tenants_name_parts: true,
    tenants_mobile_parts: true,
    tenants_email_parts: true,
    bank_accounts_holder_parts: true,
    bank_accounts_ifsc_parts: true,
  });
});

test("the search has the same results without pg_trgm", async () => {
  const withoutExtension = transaction(async (db) => {
    await sql`drop extension pg_trgm cascade`.execute(db);
    expect(await countForReview(db, { ...page, search: "upta text" })).toBe(1n);
    expect(await countTenants(db, { search: "upta text" })).toBe(1n);
    throw new Error("Roll back");
  });
  await expect(withoutExtension).rejects.toThrow("Roll back");
});

test("a number as people write it finds its account and its tenant", async () => {
  const tenant = await world.retailer();
  const number = "50100123456789";
  await tenant.ask(addBankAccount, { body: accountForm(number) });
  const count = (search: string) => countForReview(database(), { ...page, search });
  expect(await count("5010 0123 4567 89")).toBe(1n);
  expect(await count("5010 0123 4567 80")).toBe(0n);
  const { mobile } = tenant;
  const spelled = `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
  expect(await count(spelled)).toBe(1n);
  expect(await countTenants(database(), { search: spelled })).toBe(1n);
});
