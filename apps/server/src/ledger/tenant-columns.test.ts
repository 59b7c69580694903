// The guarantee: each row of the ledger and of a payout's timeline names its tenant, and a wrong tenant
// is reported.
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failed, openDecisionWorld, type DecisionWorld } from "../../test/decision-world.ts";
import { impsOrder, upiOrder } from "../../test/payout-world.ts";
import { rolledBack } from "../../test/rolled-back.ts";
import { database, type Db, type Tx } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";
import type { Fault } from "./fault.ts";
import * as ledger from "./ledger.ts";
import { noTenantId } from "./posting.ts";
import { verifyBooks, verifyLedger, verifyRecords } from "./verify.ts";

const unknownId = sql.lit(newId());
const payerIdOfAny = sql`(select id from wallets limit 1)`;

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
    .select("tenant_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  payerId = payout.tenant_id;
  const { id } = await world.stuckPayout();
  await world.propose((await world.people()).meera, id, failed);
});
afterAll(() => world.close());

/** Counts the rows of each table, and those without a tenant or with a wrong one. */
async function countRows(db: Db = database()) {
  const { rows } = await sql<{ name: string; rows: number; wrong: number }>`
    select name, count(*)::int as rows,
      (count(*) filter (where tenant is distinct from expected))::int as wrong
    from (
      select 'postings' as name, tenant_id as tenant, coalesce((
          select wallet_id from ledger_entries where posting_id = id and wallet_id is not null limit 1
        ), ${noTenantId}) as expected
      from ledger_postings
      union all
      select 'entries', entry.tenant_id, posting.tenant_id
      from ledger_entries as entry join ledger_postings as posting on posting.id = posting_id
      union all
      select 'events', event.tenant_id, payouts.tenant_id
      from payout_events as event join payouts on payouts.id = payout_id
      union all
      select 'decisions', decision.tenant_id, payouts.tenant_id
      from payout_decisions as decision join payouts on payouts.id = payout_id
    ) as tenants
    group by name order by name
  `.execute(db);
  return rows;
}

const allCorrect = [
  { name: "decisions", rows: expect.toSatisfy((count: number) => count >= 1), wrong: 0 },
  { name: "entries", rows: expect.toSatisfy((count: number) => count >= 20), wrong: 0 },
  { name: "events", rows: expect.toSatisfy((count: number) => count >= 8), wrong: 0 },
  { name: "postings", rows: expect.toSatisfy((count: number) => count >= 8), wrong: 0 },
];

/** Changes the tenant of one matching row, as the owner of the database can. */
async function changeTenant(
  db: Tx,
  table: string,
  tenant: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`
    update ${sql.table(table)} set tenant_id = ${tenant}
    where ctid = (select ctid from ${sql.table(table)} where ${where} limit 1)
  `.execute(db);
}

/** The faults of the two rules on tenants. */
async function tenantFaults(verify: (db: Db) => Promise<Fault[]>, db: Db): Promise<Fault[]> {
  return (await verify(db)).filter(({ rule }) => /with (the|its) tenant/.test(rule));
}

test("every row of a payout, its outcome and a decision has the tenant, platform lines included", async () => {
  expect(await countRows()).toEqual(allCorrect);
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from ledger_entries where account = 'fee_income'
  `.execute(database());
  expect(rows).toEqual([{ tenant_id: payerId }]);
  expect(await verifyBooks(database())).toEqual([]);
});

test("money in suspense has no tenant until it is assigned", async () => {
  const [creditId, depositId] = [newId(), newId()];
  const tenants = await rolledBack(
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
    { tenant_id: noTenantId, account: "bank" },
    { tenant_id: noTenantId, account: "suspense" },
    { tenant_id: payerId, account: "suspense" },
    { tenant_id: payerId, account: "available" },
  ]);
});

describe("reports a row with a wrong tenant", () => {
  const another = sql`(select id from wallets where id <> tenant_id limit 1)`;

  test.each([
    ["a posting", "ledger_postings", another, sql`kind = 'settle'`],
    ["a posting moved to no tenant", "ledger_postings", sql`${noTenantId}`, sql`kind = 'settle'`],
    ["a line on a wallet", "ledger_entries", another, sql`account = 'held'`],
    ["a line of the platform", "ledger_entries", another, sql`account = 'provider'`],
  ])("%s", async (_, table, tenant, where) => {
    const faults = await rolledBack(
      (db) => changeTenant(db, table, tenant, where),
      (db) => tenantFaults(verifyLedger, db),
    );
    expect(faults).toEqual([
      { rule: expect.stringMatching(/^every posting is kept/), where: expect.any(String) },
    ]);
  });

  test.each(["payout_events", "payout_decisions"])("of %s", async (table) => {
    const faults = await rolledBack(
      (db) =>
        sql`
          update ${sql.table(table)} set tenant_id = ${newId()}
          where ctid = (select ctid from ${sql.table(table)} limit 1)
        `.execute(db),
      (db) => tenantFaults(verifyRecords, db),
    );
    expect(faults).toEqual([
      { rule: expect.stringMatching(/timeline/), where: expect.any(String) },
    ]);
  });
});

// No foreign key holds these, because a payout would check sixteen of them.
test.each([
  [
    "an entry without a posting",
    /^every posting is kept/,
    sql`
      insert into ledger_entries (posting_id, line, account, amount_paise, created_at, tenant_id)
      values (${unknownId}, 1, 'bank', -5, now(), ${noTenantId}),
        (${unknownId}, 2, 'suspense', 5, now(), ${noTenantId})
    `,
  ],
  [
    "an entry on a wallet that does not exist",
    /^every posting is kept/,
    sql`
      with posted as (
        insert into ledger_postings (id, kind, subject_id, created_at, tenant_id)
        values (${unknownId}, 'adjust_credit', ${unknownId}, now(), ${unknownId})
      )
      insert into ledger_entries (
        posting_id, line, account, wallet_id, amount_paise, balance_after_paise, wallet_entry,
        created_at, tenant_id
      )
      values (${unknownId}, 1, 'bank', null, -5, null, null, now(), ${unknownId}),
        (${unknownId}, 2, 'available', ${unknownId}, 5, 5, 1, now(), ${unknownId})
    `,
  ],
  [
    "a day of a wallet that does not exist",
    /^every day's sums of a wallet/,
    sql`insert into ledger_days values (${unknownId}, '2026-01-01', 'hold', 1, 5, 0, 0, 0)`,
  ],
  [
    "a payout of a tenant that does not exist",
    /^every posting moves its record's/,
    sql`
      alter table payouts disable trigger user;
      update payouts set tenant_id = ${unknownId} where id = (select id from payouts limit 1)
    `,
  ],
  [
    "a line of the timeline of a payout that does not exist",
    /^every line of a timeline/,
    sql`insert into payout_events values (${unknownId}, now(), 'sent', null, ${payerIdOfAny})`,
  ],
])("verification reports %s", async (_, rule, change) => {
  const faults = await rolledBack(
    (db) => change.execute(db),
    (db) => verifyBooks(db),
  );
  expect(faults?.map((fault) => fault.rule)).toContainEqual(expect.stringMatching(rule));
});
