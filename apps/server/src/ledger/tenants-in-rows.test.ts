// The guarantee: each row of the books and of a payout's timeline says whose it is, those of before
// as well; one that says somebody else is named, and a server of the version before,
// which says nobody, can go on writing while it is replaced.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failed, openDecisionWorld, type DecisionWorld } from "../../test/decision-world.ts";
import { impsOrder, upiOrder } from "../../test/payout-world.ts";
import { rowsMayNameNoTenant } from "../../test/test-server.ts";
import { database, transaction, type Db, type Tx } from "../db.ts";
import { newId } from "../ids.ts";
import * as ledger from "./ledger.ts";
import { nobody } from "./posting.ts";
import { verifyBooks, verifyLedger, verifyRecords, type Fault } from "./verify.ts";

const root = join(import.meta.dirname, "../../../..");

let world: DecisionWorld;
let payerId: string;
beforeAll(async () => {
  world = await openDecisionWorld();
  const payer = await world.payer("₹10,000");
  for (const order of [impsOrder(), upiOrder("failure@upi"), upiOrder("reversed@upi")]) {
    await payer.pay(order);
    await world.settle();
  }
  const payout = await database()
    .selectFrom("payouts")
    .select("person_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  payerId = payout.person_id;
  const { id } = await world.stuckPayout();
  await world.propose((await world.people()).meera, id, failed);
});
afterAll(() => world.close());

/** Of each table, how many rows there are and how many have no tenant or another than they should. */
async function countRows(db: Db = database()) {
  const { rows } = await sql<{ name: string; rows: number; wrong: number }>`
    select name, count(*)::int as rows,
      (count(*) filter (where said is distinct from should_be))::int as wrong
    from (
      select 'postings' as name, tenant_id as said, coalesce((
          select wallet_id from ledger_entries where posting_id = id and wallet_id is not null limit 1
        ), ${nobody}) as should_be
      from ledger_postings
      union all
      select 'entries', entry.tenant_id, posting.tenant_id
      from ledger_entries as entry join ledger_postings as posting on posting.id = posting_id
      union all
      select 'events', told.person_id, payouts.person_id
      from payout_events as told join payouts on payouts.id = payout_id
      union all
      select 'decisions', decided.person_id, payouts.person_id
      from payout_decisions as decided join payouts on payouts.id = payout_id
    ) as told
    group by name order by name
  `.execute(db);
  return rows;
}

const allRight = [
  { name: "decisions", rows: expect.toSatisfy((count: number) => count >= 1), wrong: 0 },
  { name: "entries", rows: expect.toSatisfy((count: number) => count >= 20), wrong: 0 },
  { name: "events", rows: expect.toSatisfy((count: number) => count >= 8), wrong: 0 },
  { name: "postings", rows: expect.toSatisfy((count: number) => count >= 8), wrong: 0 },
];

/** Does it in a transaction, answers what the look says then, and undoes it. */
async function undone<Seen>(act: (db: Tx) => Promise<unknown>, look: (db: Tx) => Promise<Seen>) {
  let seen: Seen | undefined;
  const undo = new Error("undone");
  await transaction(async (db) => {
    await act(db);
    seen = await look(db);
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return seen;
}

/** What a seal over every posting would list. */
async function digests(db: Db = database()) {
  const { rows } = await sql<{ posting_id: string; digest: Buffer }>`
    select posting_id, digest from ledger_digests(${nobody}, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    order by posting_id
  `.execute(db);
  return rows;
}

/** Changes the tenant of one such row, as whoever owns the database can. */
async function changed(
  db: Tx,
  table: string,
  tenant: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) {
  await sql.raw(rowsMayNameNoTenant).execute(db);
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`
    update ${sql.table(table)} set tenant_id = ${tenant}
    where ctid = (select ctid from ${sql.table(table)} where ${where} limit 1)
  `.execute(db);
}

/** The faults of the two rules that this is about. */
async function ofTenants(verify: (db: Db) => Promise<Fault[]>, db: Db): Promise<Fault[]> {
  return (await verify(db)).filter(({ rule }) => /with (the|its) tenant/.test(rule));
}

test("what a payout, its outcome and a decision write has its tenant, and so do the platform's lines", async () => {
  expect(await countRows()).toEqual(allRight);
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from ledger_entries where account = 'fee_income'
  `.execute(database());
  expect(rows).toEqual([{ tenant_id: payerId }]);
  expect(await verifyBooks(database())).toEqual([]);
});

test("money in suspense is nobody's, and a tenant's once it is assigned", async () => {
  const [creditId, depositId] = [newId(), newId()];
  const tenants = await undone(
    async (db) => {
      await ledger.suspend(db, [{ creditId, amountPaise: 500n }]);
      const assigned = {
        walletId: payerId,
        depositId,
        amountPaise: 500n,
        from: "suspense" as const,
      };
      await ledger.credit(db, [assigned]);
    },
    async (db) => {
      const { rows } = await sql<{ tenant_id: string; account: string }>`
        select e.tenant_id, account
        from ledger_entries as e join ledger_postings as p on p.id = posting_id
        where subject_id in (${creditId}, ${depositId}) order by p.id, line
      `.execute(db);
      expect(await verifyLedger(db)).toEqual([]);
      return rows;
    },
  );
  expect(tenants).toEqual([
    { tenant_id: nobody, account: "bank" },
    { tenant_id: nobody, account: "suspense" },
    { tenant_id: payerId, account: "suspense" },
    { tenant_id: payerId, account: "available" },
  ]);
});

test("a database with rows of before gets their tenants with the migration, and every seal over them stands", async () => {
  const migration = await readFile(join(root, "db/migrations/0042_tenants_in_rows.sql"), "utf8");
  const before = await digests();
  expect(before.length).toBeGreaterThanOrEqual(8);
  const seen = await undone(
    async (db) => {
      for (const table of ["ledger_postings", "ledger_entries"])
        await sql`alter table ${sql.table(table)} drop column tenant_id`.execute(db);
      for (const table of ["payout_events", "payout_decisions"])
        await sql`alter table ${sql.table(table)} drop column person_id`.execute(db);
      await sql.raw(migration).execute(db);
    },
    async (db) => ({
      rows: await countRows(db),
      books: await verifyBooks(db),
      digests: await digests(db),
      change: await db
        .updateTable("ledger_postings")
        .set({ tenant_id: null })
        .execute()
        .catch((error: Error) => error.message),
    }),
  );
  expect(seen).toMatchObject({
    rows: allRight,
    books: [],
    digests: before,
    change: "ledger_postings is append-only",
  });
});

test("a server of the version before writes on, and nothing is a fault", async () => {
  const posting = newId();
  const seen = await undone(
    async (db) => {
      await sql.raw(rowsMayNameNoTenant).execute(db);
      await sql`
        with posted as (
          insert into ledger_postings (id, kind, subject_id, created_at)
          values (${posting}, 'suspend', ${newId()}, now())
        )
        insert into ledger_entries (posting_id, line, account, amount_paise, created_at)
        values (${posting}, 1, 'bank', -5, now()), (${posting}, 2, 'suspense', 5, now())
      `.execute(db);
      await sql`
        insert into payout_events (payout_id, at, event) select id, now(), 'sent' from payouts limit 1
      `.execute(db);
    },
    async (db) => [...(await verifyLedger(db)), ...(await ofTenants(verifyRecords, db))],
  );
  expect(seen).toEqual([]);
});

describe("a row that says another tenant", () => {
  const another = sql`(select id from wallets where id <> tenant_id limit 1)`;

  test.each([
    ["a posting", "ledger_postings", another, sql`kind = 'settle'`],
    ["a posting that is nobody's now", "ledger_postings", sql`${nobody}`, sql`kind = 'settle'`],
    ["a posting that says none", "ledger_postings", sql`null`, sql`kind = 'settle'`],
    ["a line on a wallet", "ledger_entries", another, sql`account = 'held'`],
    ["a line of the platform", "ledger_entries", another, sql`account = 'provider'`],
    ["a line that says none", "ledger_entries", sql`null`, sql`account = 'gst_payable'`],
  ])("is named: %s", async (_, table, tenant, where) => {
    const faults = await undone(
      (db) => changed(db, table, tenant, where),
      (db) => ofTenants(verifyLedger, db),
    );
    expect(faults).toEqual([
      { rule: expect.stringMatching(/^every posting is kept/), where: expect.any(String) },
    ]);
  });

  test.each(["payout_events", "payout_decisions"])("is named: of %s", async (table) => {
    const faults = await undone(
      (db) =>
        sql`
          update ${sql.table(table)} set person_id = ${newId()}
          where ctid = (select ctid from ${sql.table(table)} limit 1)
        `.execute(db),
      (db) => ofTenants(verifyRecords, db),
    );
    expect(faults).toEqual([
      { rule: expect.stringMatching(/timeline/), where: expect.any(String) },
    ]);
  });
});
