// The guarantee: the rollups of each adapter equal the sums of its payouts at every moment, whatever
// happens to the payouts, before, during and after compaction.
import fc from "fast-check";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { newTenant } from "../../test/random-history.ts";
import { closeDatabase, database, openDatabase, transaction, type Db } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";
import { compactAdapterRollups } from "./compact-adapter-rollups.ts";
import { adapterRollups } from "./adapter-rollups.ts";
import { verifyRollups } from "./verify-rollups.ts";

let drop: () => Promise<void>;
let tenants: readonly string[];
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 12 });
  tenants = await Promise.all(Array.from({ length: 5 }, async () => (await newTenant()).tenantId));
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const columns = sql`
  open_count, success_count, success_paise, taken_paise, charges_paise, returned_paise
`;

/** Compares rollups with the sums of the rows, both read by one statement. */
async function compare(db: Db = database()) {
  const { rows } = await sql<{ stored: object[]; summed: object[] }>`
    select (
      select coalesce(jsonb_agg(to_jsonb(sums) order by adapter, provider), '[]') from (
        select adapter, provider, sum(open_count) as open_count,
          sum(success_count) as success_count, sum(success_paise) as success_paise,
          sum(taken_paise) as taken_paise, sum(charges_paise) as charges_paise,
          sum(returned_paise) as returned_paise
        from ${adapterRollups} as changes group by adapter, provider
      ) as sums where row(${columns}) <> row(0, 0, 0, 0, 0, 0)
    ) as stored, (
      select coalesce(jsonb_agg(to_jsonb(sums) order by adapter, provider), '[]') from (
        select coalesce(adapter, '') as adapter, provider,
          count(*) filter (where status in ('pending', 'processing')) as open_count,
          count(*) filter (where status = 'success') as success_count,
          coalesce(sum(amount_paise) filter (where status = 'success'), 0) as success_paise,
          coalesce(sum(amount_paise) filter (where provider_state is not null), 0) as taken_paise,
          coalesce(sum(coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0)) filter (
            where provider_state is not null and status <> 'failed'
          ), 0) as charges_paise,
          coalesce(sum(amount_paise) filter (
            where provider_state is not null and status = 'failed'
          ), 0) as returned_paise
        from payouts group by 1, 2
      ) as sums where row(${columns}) <> row(0, 0, 0, 0, 0, 0)
    ) as summed
  `.execute(db);
  const [row] = rows;
  expect(row?.stored).toEqual(row?.summed);
  return row?.summed ?? [];
}

/** Inserts payouts of several tenants and providers in one statement, as a batch of requests does. */
async function accept(
  db: Db,
  providers: readonly string[],
  paise: bigint,
  payers: readonly string[] = tenants,
): Promise<string[]> {
  const ids = providers.map(newId);
  await sql`
    insert into payouts (
      id, tenant_id, reference_id, method, beneficiary_name, beneficiary_email, beneficiary_phone,
      beneficiary_address, destination_encrypted, destination_hash, destination_end, amount_paise,
      fee_paise, gst_paise, provider, order_digest, created_at, updated_at
    )
    select id, (${payers}::uuid[])[1 + nth % ${payers.length}::int], upper(right(replace(id::text, '-', ''), 20)),
      'upi', 'Asha', '', '', '', '', '', '@upi', ${paise}::bigint + nth, 500, 90, provider, '', now(), now()
    from unnest(${ids}::uuid[], ${providers}::text[]) with ordinality as batch (id, provider, nth)
  `.execute(db);
  return ids;
}

const changes = {
  lease: sql`status = 'processing', adapter = coalesce(adapter,
    case provider when 'primary' then 'razorpayx' else 'cashfree' end)`,
  take: sql`status = 'processing', provider_state = 'processing'`,
  charge: sql`provider_fee_paise = 300 + amount_paise % 7, provider_tax_paise = 54`,
  returnToQueue: sql`status = 'pending', adapter = null`,
  reroute: sql`provider = case provider when 'primary' then 'alternative' else 'primary' end`,
  pay: sql`status = 'success', provider_state = 'success', finished_at = now(), due_at = null`,
  fail: sql`status = 'failed', provider_state = 'failed', finished_at = now(), due_at = null`,
  declareFailed: sql`status = 'failed', finished_at = now(), due_at = null`,
  return: sql`status = 'failed', provider_state = 'reversed', returned_at = now(), due_at = null`,
  chargeMore: sql`provider_fee_paise = coalesce(provider_fee_paise, 0) + 1, provider_tax_paise = null`,
  checkStatus: sql`attempts = attempts + 1, updated_at = now()`,
} as const satisfies Readonly<Record<string, RawBuilder<unknown>>>;
type Change = keyof typeof changes;

async function change(db: Db, name: Change, ids: readonly string[]): Promise<void> {
  await sql`update payouts set ${changes[name]} where id = any(${ids}::uuid[])`.execute(db);
}

const names = Object.keys(changes) as Change[];
const step = fc.oneof(
  fc.record({
    accept: fc.array(fc.constantFrom("primary", "alternative"), { minLength: 1, maxLength: 5 }),
    paise: fc.bigInt({ min: 1n, max: 9_00_000_00n }),
  }),
  fc.record({
    change: fc.constantFrom(...names),
    // Selects the payouts whose position has one of these bits.
    which: fc.integer({ min: 1, max: 15 }),
  }),
  fc.constant("compact" as const),
);

test("rollups of random histories equal the sums of the payouts, compacted or not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const ids: string[] = [];
      for (const one of steps) {
        if (one === "compact") await compactAdapterRollups(database());
        else if ("accept" in one) ids.push(...(await accept(database(), one.accept, one.paise)));
        else {
          const chosen = ids.filter((_, at) => ((1 << (at % 4)) & one.which) !== 0);
          await change(database(), one.change, chosen);
        }
        await compare();
      }
    }),
    { numRuns: 25 },
  );
  expect(await faults()).toEqual([]);
  await compactAdapterRollups(database());
  expect(await countChanges()).toBe(0);
  expect(await faults()).toEqual([]);
});

const rule = "every sum of payouts by adapter and rail equals the payouts";

/** Faults of these rollups only: the test changes payouts in ways that break the others. */
async function faults(db: Db = database()): Promise<string[]> {
  const all = await verifyRollups(db);
  return all.filter((fault) => fault.rule === rule).map(({ where }) => where);
}

async function countChanges(db: Db = database()): Promise<number> {
  const rows = await db.selectFrom("adapter_rollup_changes").select("id").execute();
  return rows.length;
}

test("a statement appends a row per adapter and provider, and none if no sum changed", async () => {
  await compactAdapterRollups(database());
  const ids = await accept(database(), Array.from({ length: 60 }, providerAt), 1_00n);
  expect(await countChanges()).toBe(2);
  await change(database(), "lease", ids);
  expect(await countChanges()).toBe(6);
  await change(database(), "lease", ids);
  await change(database(), "checkStatus", ids);
  await change(database(), "checkStatus", []);
  expect(await countChanges()).toBe(6);
  await change(database(), "pay", ids);
  expect(await countChanges()).toBe(8);
  await compare();
});

const providerAt = (_: unknown, at: number) => (at % 2 === 0 ? "primary" : "alternative");

test("a read counts every change once while 2 workers compact and payouts change", async () => {
  let isOver = false;
  // Each has its own tenant, because only one batch at a time changes the payouts of a tenant.
  const mover = async (payer: string, seed: number) => {
    for (let round = 0; round < 12; round += 1) {
      await transaction(async (db) => {
        const ids = await accept(db, Array.from({ length: 1 + seed }, providerAt), 1_00n, [payer]);
        for (let at = 0; at < 4; at += 1) {
          const name = names[(seed * 5 + round * 3 + at * 7) % names.length];
          if (name) await change(db, name, ids);
        }
        // A rollback also rolls the rollups back.
        if (round % 4 === 3) throw new RollbackError();
      }).catch((error: unknown) => {
        if (!(error instanceof RollbackError)) throw error;
      });
    }
  };
  let comparisons = 0;
  const until = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const others = [
    until(() => compactAdapterRollups(database())),
    until(() => compactAdapterRollups(database())),
    until(async () => {
      await compare();
      comparisons += 1;
    }),
  ];
  await Promise.all(tenants.map(mover));
  isOver = true;
  await Promise.all(others);
  expect(comparisons).toBeGreaterThan(3);
  await compactAdapterRollups(database());
  expect(await countChanges()).toBe(0);
  await compare();
  expect(await faults()).toEqual([]);
});

class RollbackError extends Error {
  override name = "RollbackError";
}

test("a settlement does not wait for another open transaction", async () => {
  const [one = "", other = ""] = await accept(database(), ["primary", "primary"], 5_00n);
  await change(database(), "lease", [one, other]);
  await transaction(async (db) => {
    await change(db, "pay", [one]);
    // Fails after a second if both transactions change one row.
    await transaction(async (second) => {
      await sql`set local lock_timeout = '1s'`.execute(second);
      await change(second, "pay", [other]);
      await compactAdapterRollups(second);
    });
  });
  await compare();
});

test("reports a wrong rollup, compacted or not", async () => {
  for (const table of ["adapter_rollups", "adapter_rollup_changes"] as const) {
    const ids = await accept(database(), ["primary"], 9_00n);
    await change(database(), "lease", ids);
    await transaction(async (db) => {
      if (table === "adapter_rollups") await compactAdapterRollups(db);
      await sql`
        update ${sql.table(table)} set charges_paise = charges_paise + 1
        where ctid = (select ctid from ${sql.table(table)} where adapter = 'razorpayx' limit 1)
      `.execute(db);
      expect(await faults(db)).toEqual([
        expect.stringMatching(/^adapter_rollups razorpayx (primary|alternative)$/),
      ]);
      throw new RollbackError();
    }).catch((error: unknown) => {
      if (!(error instanceof RollbackError)) throw error;
    });
  }
});
