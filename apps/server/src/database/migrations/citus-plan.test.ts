// The guarantee: docs/operations/citus-plan.md covers every table, db/citus/prepare.sql finds the
// tenant of every row, and every key then meets the requirements of Citus.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { rowsMayNameNoTenant } from "../../../test/test-server.ts";
import { separateConnection } from "../db.ts";

const root = join(import.meta.dirname, "../../../../..");

/** The tenant id of money in suspense. */
const noTenantId = "00000000-0000-0000-0000-000000000000";

type Distribution = "split" | "everywhere" | "coordinator";
let world: PayoutWorld;
let client: pg.Client;
/** The split tables that had rows without a tenant before they were prepared. */
let unplaced: readonly string[];
let places: ReadonlyMap<string, { readonly place: Distribution; readonly column: string }>;

beforeAll(async () => {
  world = await openPayoutWorld();
  // A payout that succeeds, one that fails, and one that a bank returns.
  const payer = await world.payer("₹10,000");
  for (const order of [impsOrder(), upiOrder("failure@upi"), upiOrder("reversed@upi")]) {
    await payer.pay(order);
    await world.settle();
  }
  const plan = await readFile(join(root, "docs/operations/citus-plan.md"), "utf8");
  const rows = plan.matchAll(
    /^\| `([\w.]+)`\s*\| (split|everywhere|coordinator)\s*\|(?: `(\w+)`)?/gm,
  );
  places = new Map(
    Array.from(rows, ([, table = "", place, column = ""]) => [
      table,
      { place: place as Distribution, column },
    ]),
  );
  client = separateConnection();
  await client.connect();
  await client.query("begin");
  unplaced = await rowsWithout();
  await writeAsBefore();
  await client.query(await readFile(join(root, "db/citus/prepare.sql"), "utf8"));
});

afterAll(async () => {
  await client.end();
  await world.close();
});

async function rowsWithout(): Promise<string[]> {
  const tables: string[] = [];
  for (const [table, { column }] of split()) {
    const rows = await ask(`select from ${table} where ${column} is null limit 1`);
    if (rows.length > 0) tables.push(table);
  }
  return tables;
}

/** Writes rows without a tenant, as a server of the previous version does during an upgrade. */
async function writeAsBefore(): Promise<void> {
  await client.query(rowsMayNameNoTenant);
  await client.query(`
    with subject as (
      select id, person_id from payouts where status = 'success' limit 1
    ), posted as (
      insert into ledger_postings (id, kind, subject_id, created_at)
      select 'ffffffff-0000-7000-8000-000000000000', 'reverse', id, now() from subject
    ), event as (
      insert into payout_events (payout_id, at, event) select id, now(), 'reversed' from subject
    )
    insert into ledger_entries (
      posting_id, line, account, wallet_id, amount_paise, balance_after_paise, wallet_entry, created_at
    )
    select 'ffffffff-0000-7000-8000-000000000000', line, account, wallet_id, paise, after, entry, now()
    from subject cross join lateral (
      values (1, 'provider', null, -5, null, null), (2, 'available', person_id, 5, 5, 999)
    ) as lines (line, account, wallet_id, paise, after, entry)`);
}

const split = () => [...places].filter(([, { place }]) => place === "split");

async function ask<Row extends object>(text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}

const nameOf = (oid: string) =>
  `case n.nspname when 'public' then '' else n.nspname || '.' end || ${oid}.relname`;

test("the plan has every table of the database, and no other", async () => {
  const tables = await ask<{ name: string }>(`
    select ${nameOf("c")} as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`);
  expect([...places.keys()].toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test("every row of a split table has its tenant, also before the preparation", async () => {
  expect(unplaced).toEqual([]);
  for (const [table, { column }] of split()) {
    const [found] = await ask<{ is_required: boolean; kind: string }>(`
      select attnotnull as is_required, format_type(atttypid, null) as kind from pg_attribute
      where attrelid = '${table}'::regclass and attname = '${column}'`);
    expect({ table, ...found }).toEqual({ table, is_required: true, kind: "uuid" });
  }
  const [misplaced] = await ask<{ count: number }>(`
    select count(*)::int from ledger_postings where tenant_id <> '${noTenantId}'
      and not exists (select from wallets where id = tenant_id)`);
  const [placed] = await ask<{ count: number }>(
    `select count(*)::int from ledger_postings where tenant_id <> '${noTenantId}'`,
  );
  expect(misplaced).toEqual({ count: 0 });
  expect(placed?.count).toBeGreaterThan(5);
});

test("every unique key of a split table includes the tenant", async () => {
  for (const [table, { column }] of split()) {
    const without = await ask<{ name: string }>(`
      select indexrelid::regclass::text as name from pg_index
      where indrelid = '${table}'::regclass and indisunique and not exists (
        select from pg_attribute where attrelid = indrelid and attname = '${column}'
          and attnum = any(indkey::int2[]))`);
    expect({ table, without }).toEqual({ table, without: [] });
  }
});

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly own: readonly string[];
  readonly theirs: readonly string[];
}

test("Citus supports every foreign key", async () => {
  const columns = (side: string, keys: string) => `
    (select array_agg(attname::text order by at) from unnest(${keys}) with ordinality as k (number, at)
     join pg_attribute on attrelid = ${side} and attnum = number)`;
  const keys = await ask<ForeignKey>(`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      ${columns("conrelid", "conkey")} as own, ${columns("confrelid", "confkey")} as theirs
    from pg_constraint where contype = 'f'`);
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !fits(key)).map(({ name }) => name)).toEqual([]);
});

function fits({ from, to, own, theirs }: ForeignKey): boolean {
  const [mine, other] = [places.get(from), places.get(to)];
  if (mine?.place !== "split" || other?.place !== "split") {
    // Not supported: into a split table from outside, or from a table on every server to one.
    if (other?.place === "split" || other === undefined) return false;
    return other.place === "everywhere" || mine?.place === "coordinator";
  }
  const at = own.indexOf(mine.column);
  return at >= 0 && theirs[at] === other.column;
}

test("the scaling guide names every rollup trigger on a split table", async () => {
  const guide = await readFile(join(root, "docs/operations/scale.md"), "utf8");
  const triggers = await ask<{ name: string; on: string }>(
    `select tgname as name, tgrelid::regclass::text as on from pg_trigger where not tgisinternal`,
  );
  const undocumented = triggers.filter(
    ({ name, on }) => places.get(on)?.place === "split" && !guide.includes(`\`${name}\``),
  );
  expect(undocumented).toEqual([]);
});
