// The guarantee: a search finds a beneficiary by any word of the name, the end of the account number or
// the UPI id, lists it once, and its pages have every row once, also among 100,000.
import { createBeneficiary, listBeneficiaries } from "@rokad/contract/beneficiaries";
import type { Input } from "@rokad/contract/call";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beneficiaryOf } from "../../../test/forms.ts";
import { founderOf } from "../../../test/founder.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { selectByName, selectByTerm, selectByDestination } from "./search-queries.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator();
  for (const [name, account, change] of [
    ["Asha Rao", "700001112222", { tags: ["monthly"] }],
    ["Ravi Asha Traders", "700003334444", { kind: "employee" }],
    ["Asha Asha", "700005552222", { short_name: "Double" }],
    ["Meera Iyer", "700007778888", { tags: ["monthly", "rent"] }],
  ] as const)
    await owner.ask(createBeneficiary, {
      body: beneficiaryOf(account, { name, ...(change as object) }),
    });
  const destination = { method: "upi", upi_id: "Kiran.K@okhdfc" } as const;
  await owner.ask(createBeneficiary, {
    body: beneficiaryOf("", { name: "Kiran Kaur", destination }),
  });
});
afterAll(() => world.close());

async function find(query: Input<typeof listBeneficiaries>["query"], by = owner) {
  return (await by.ask(listBeneficiaries, { query })).data.map(({ name }) => name);
}

test.each([
  ["ash", ["Asha Rao", "Asha Asha", "Ravi Asha Traders"]],
  ["  ASHA   r", ["Asha Rao"]],
  ["traders", ["Ravi Asha Traders"]],
  ["dou", ["Asha Asha"]],
  ["sha", []],
  ["8888", ["Meera Iyer"]],
  ["2222", ["Asha Asha", "Asha Rao"]],
  ["0111 2222", ["Asha Rao"]],
  ["700005552222", ["Asha Asha"]],
  ["999", []],
  ["kiran.k@OKHDFC", ["Kiran Kaur"]],
  ["kiran.k@ok", []],
  ["%", []],
  ["\u{10FFFF}", []],
])("a search for %j finds %j", async (search, names) => {
  expect((await find({ search })).toSorted()).toEqual(names.toSorted());
});

test("filters by kind and tag, alone and with a search", async () => {
  expect(await find({ kind: "employee" })).toEqual(["Ravi Asha Traders"]);
  expect(await find({ tag: "monthly" })).toEqual(["Asha Rao", "Meera Iyer"]);
  expect(await find({ search: "asha", tag: "monthly" })).toEqual(["Asha Rao"]);
  expect(await find({ status: "archived" })).toEqual([]);
});

test.each([
  ["list", {}, 5],
  ["search by name", { search: "a" }, 3],
  ["search by an account's end", { search: "2222" }, 2],
])("the pages of a %s have every row once", async (_, search, count) => {
  const all = await find({ ...search, limit: 100 });
  const names: string[] = [];
  let after: string | null | undefined;
  do {
    const query = { ...search, limit: 1, ...(after && { after }) };
    const page = await owner.ask(listBeneficiaries, { query });
    names.push(...page.data.map(({ name }) => name));
    after = page.next;
  } while (after);
  expect(names).toEqual(all);
  expect(names).toHaveLength(count);
});

test.each(["x", "W10", "WyJhIiwiYiJd", Buffer.from('["\\u0000",""]').toString("base64url")])(
  "%s is no cursor",
  async (after) => {
    const { status, body } = await owner.get("/beneficiaries", { after });
    expect([status, body.error.fields.after]).toEqual([400, "after must be the `next` of a page"]);
  },
);

test("among 100,000, a page reads few rows, whatever the order and the position", async () => {
  const { id } = await world.operator();
  await addMany(id, 100_000);
  const tenant = founderOf(id) as Tenant;
  const first = { filter: {}, after: undefined, limit: 26 };
  const deep = {
    ...first,
    after: { position: "payee 099980", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
  };
  for (const [rows, read] of [
    [26, (db: Tx) => selectByTerm(db, tenant, "common", first)],
    [26, (db: Tx) => selectByTerm(db, tenant, "payee 09", first)],
    [26, (db: Tx) => selectByName(db, tenant, first)],
    [26, (db: Tx) => selectByName(db, tenant, { ...first, filter: { kind: "vendor" } })],
    [20, (db: Tx) => selectByName(db, tenant, deep)],
    [0, (db: Tx) => selectByDestination(db, tenant, { by: "end", digits: "1234" }, first)],
  ] as const) {
    const [found, rowsRead] = await transaction(async (db) => [
      await read(db),
      await countRowsRead(db),
    ]);
    expect(found).toHaveLength(rows);
    // Each row of the page, its term, and the up to 12 terms that show where it was listed before.
    expect(rowsRead).toBeLessThan(26 * 14);
  }
  // A range is of one business only.
  expect(await find({ search: "common" })).toEqual([]);
});

/** Beneficiaries without destinations, all called "Payee 000001 Common" and so on. */
async function addMany(id: string, count: number): Promise<void> {
  const at = new Date();
  await sql`
    with added as (
      insert into beneficiaries (id, tenant_id, name, sort_name, kind, created_at, updated_at)
      select gen_random_uuid(), ${id}, 'Payee Common', 'payee ' || lpad(n::text, 6, '0'), 'vendor',
        ${at}, ${at}
      from generate_series(1, ${count}) as n
      returning id, sort_name
    )
    insert into beneficiary_terms (tenant_id, term, beneficiary_id)
    select ${id}, term, added.id from added
    cross join lateral (values (sort_name || ' common'), ('common')) as terms (term)
  `.execute(database());
  await sql`analyze beneficiaries, beneficiary_terms, payout_destinations`.execute(database());
}

/** The rows of these tables that the statements of this transaction have read. */
async function countRowsRead(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname like 'beneficiar%'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
