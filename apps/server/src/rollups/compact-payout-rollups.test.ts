// The guarantee: what readers add up equals the sums of the payouts at every moment, while payouts
// change, workers compact, and some of them are killed.
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { newTenant } from "../../test/random-history.ts";
import { closeDatabase, database, openDatabase, transaction, type Db } from "../database/db.ts";
import { useClock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { seededRandom } from "../kernel/seeded-random.ts";
import { compactPayoutRollups } from "./compact-payout-rollups.ts";
import { verifyRollups } from "./verify-rollups.ts";

let url = "";
let drop: () => Promise<void>;
let tenants: readonly string[];
beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ drop, url } = clone);
  openDatabase(url, { connections: 12 });
  tenants = await Promise.all(Array.from({ length: 4 }, async () => (await newTenant()).tenantId));
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const { below: randomBelow } = seededRandom(20_261_123);
const nowMs = Date.parse("2026-02-03T06:10:00Z");
const hourMs = 60 * 60 * 1_000;

/** Inserts payouts of the last two days, in one statement. */
async function accept(db: Db, tenantId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const ats = ids.map(() => new Date(nowMs - randomBelow(40) * hourMs));
  await sql`
    insert into payouts (id, tenant_id, reference_id, method, beneficiary_name, beneficiary_email,
      beneficiary_phone, beneficiary_address, destination_encrypted, destination_hash,
      destination_end, amount_paise, fee_paise, gst_paise, provider, order_digest, due_at,
      created_at, updated_at)
    select id, ${tenantId}, upper(right(replace(id::text, '-', ''), 20)), 'upi', 'A', '', '', '',
      '\\x00', '\\x00', '@upi', 1000, 5, 1, 'primary', '\\x00', at, at, at
    from unnest(${ids}::uuid[], ${ats}::timestamptz[]) as rows (id, at)
  `.execute(db);
  return ids;
}

const changes = [
  sql`status = 'processing', updated_at = now()`,
  sql`status = 'success', finished_at = created_at + interval '5 hours', due_at = null`,
  sql`status = 'failed', failure_reason = 'Closed', finished_at = created_at, due_at = null`,
  sql`provider = 'alternative'`,
] as const;

/** The totals of each grain and of the days' parts, of the rollups and of the rows, in one snapshot. */
async function assertExact(db: Db = database()): Promise<void> {
  const { rows } = await sql<{ source: string; totals: unknown }>`
    with grains as (
      select * from (values ('month'), ('day'), ('hour')) as each (grain)
    ), row_totals as (
      select tenant_id, grain, date_trunc(grain, created_at, 'Asia/Kolkata') as starts_at,
        count(*) filter (where status in ('pending', 'processing')) as open,
        count(*) filter (where status = 'success') as success,
        count(*) filter (where status = 'failed') as failed, sum(amount_paise) as paise
      from payouts, grains group by 1, 2, 3
    ), rollups as (
      select tenant_id, grain, starts_at, sum(open_count) as open, sum(success_count) as success,
        sum(failed_count) as failed, sum(open_paise + success_paise + failed_paise) as paise
      from all_payout_rollups group by 1, 2, 3
      having sum(open_count + success_count + failed_count) <> 0
    ), part_totals as (
      select tenant_id, 'part', (created_at at time zone 'Asia/Kolkata')::date, provider,
        count(*) filter (where status in ('pending', 'processing')) as open,
        count(*) filter (where status = 'success') as success,
        count(*) filter (where status = 'failed') as failed
      from payouts group by 1, 2, 3, 4
    ), parts as (
      select tenant_id, 'part', day, provider, sum(open_count) as open,
        sum(success_count) as success, sum(failed_count) as failed
      from all_payout_day_parts group by 1, 2, 3, 4
      having (sum(open_count), sum(success_count), sum(failed_count)) <> (0, 0, 0)
    )
    select 'sums' as source, to_jsonb(differing) as totals
    from (
      (select * from row_totals except select * from rollups)
      union all (select * from rollups except select * from row_totals)
    ) as differing
    union all
    select 'parts', to_jsonb(differing)
    from (
      (select * from part_totals except select * from parts)
      union all (select * from parts except select * from part_totals)
    ) as differing
  `.execute(db);
  expect(rows).toEqual([]);
}

class RollbackError extends Error {
  override name = "RollbackError";
}
const ignoreRollback = (error: unknown) => {
  if (!(error instanceof RollbackError)) throw error;
};

test("a read is exact while payouts change, 2 workers compact and others are killed", async () => {
  const restore = useClock(() => new Date(nowMs));
  let isOver = false;
  let comparisons = 0;
  let killed = 0;
  const until = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const others = [
    until(() => compactPayoutRollups(database())),
    until(() => compactPayoutRollups(database())),
    // Closes no gap between deleting and adding: both roll back together.
    until(async () => {
      const victim = new pg.Client({ connectionString: url });
      victim.on("error", () => undefined);
      await victim.connect();
      await victim.query("begin");
      await victim.query(
        "delete from payout_rollup_changes where ctid = (select ctid from payout_rollup_changes limit 1 for update skip locked)",
      );
      await victim.query("select pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
      killed += 1;
    }),
    until(() =>
      transaction(async (db) => {
        await compactPayoutRollups(db);
        throw new RollbackError();
      }).catch(ignoreRollback),
    ),
    until(async () => {
      await assertExact();
      comparisons += 1;
    }),
  ];
  // Each has its own tenant, because the wallet's lock lets only one batch change a tenant's payouts.
  const changePayouts = async (tenant: string) => {
    for (let round = 0; round < 10; round += 1) {
      await transaction(async (db) => {
        const ids = await accept(db, tenant, 1 + randomBelow(6));
        for (let at = 0; at < 3; at += 1) {
          const chosen = ids.filter(() => randomBelow(2) === 0);
          const change = changes[randomBelow(changes.length)];
          await sql`update payouts set ${change} where id = any(${chosen}::uuid[])`.execute(db);
        }
        if (round % 4 === 3) throw new RollbackError();
      }).catch(ignoreRollback);
    }
  };
  try {
    await Promise.all(tenants.map(changePayouts));
  } finally {
    isOver = true;
    await Promise.all(others);
    restore();
  }
  expect(comparisons).toBeGreaterThan(3);
  expect(killed).toBeGreaterThan(3);
  await assertExact();
  expect(await payoutFaults()).toEqual([]);
});

async function payoutFaults(): Promise<readonly string[]> {
  const faults = await verifyRollups(database());
  return faults.filter(({ rule }) => rule.includes("payouts")).map(({ where }) => where);
}

async function countChanges(): Promise<number> {
  const rows = await database().selectFrom("payout_rollup_changes").select("starts_at").execute();
  return rows.length;
}

test("the current quarter of a day stays, and what ended is compacted", async () => {
  const at = (time: string) => useClock(() => new Date(time));
  let restore = at("2026-02-03T06:29:59Z");
  await compactPayoutRollups(database());
  restore();
  const { rows } = await sql<{ earliest: Date }>`
    select min(starts_at) as earliest from payout_rollup_changes
  `.execute(database());
  // From 6 o'clock in India.
  expect(rows[0]?.earliest.getTime()).toBeGreaterThanOrEqual(Date.parse("2026-02-03T00:30:00Z"));
  restore = at("2026-02-04T00:30:00Z");
  await compactPayoutRollups(database());
  restore();
  expect(await countChanges()).toBe(0);
  await assertExact();
});

test("a change of a compacted day is a change again, which may be negative", async () => {
  const [id = ""] = await accept(database(), tenants[0] ?? "", 1);
  const restore = useClock(() => new Date("2026-03-01T00:00:00Z"));
  await compactPayoutRollups(database());
  await sql`update payouts set ${changes[1]} where id = ${id}`.execute(database());
  const { rows } = await sql`
    select sum(open_count)::int as open, sum(success_count)::int as success
    from payout_rollup_changes
  `.execute(database());
  expect(rows).toEqual([{ open: -1, success: 1 }]);
  await assertExact();
  await compactPayoutRollups(database());
  restore();
  expect(await countChanges()).toBe(0);
  await assertExact();
  expect(await payoutFaults()).toEqual([]);
});

test("compaction does not wait for a payout, nor a payout for another tenant's", async () => {
  await accept(database(), tenants[0] ?? "", 3);
  const restore = useClock(() => new Date("2026-03-01T00:00:00Z"));
  await transaction(async (db) => {
    const ids = await accept(db, tenants[0] ?? "", 2);
    await sql`update payouts set ${changes[1]} where id = any(${ids}::uuid[])`.execute(db);
    // Fails after a second if one waits for the other.
    await transaction(async (second) => {
      await sql`set local lock_timeout = '1s'`.execute(second);
      await compactPayoutRollups(second);
      await accept(second, tenants[1] ?? "", 2);
    });
  });
  restore();
  await assertExact();
});
