// The guarantee: what payouts come to over each adapter is what its payouts come to, at every
// moment, whatever becomes of them, before, while and after changes are folded into the sums.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { newTenant } from "../../test/random-history.ts";
import { closeDatabase, database, openDatabase, transaction, type Db } from "../db.ts";
import { newId } from "../ids.ts";
import { foldAdapterSums } from "./fold-adapter-sums.ts";
import { adapterSums } from "./sums-by-adapter.ts";
import { verifySums } from "./verify-sums.ts";

const root = join(import.meta.dirname, "../../../..");
let drop: () => Promise<void>;
let tenants: readonly string[];
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 12 });
  tenants = await Promise.all(Array.from({ length: 5 }, async () => (await newTenant()).id));
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const figures = sql`
  open_count, success_count, success_paise, taken_paise, charges_paise, returned_paise
`;

/** All that the pages ask, from the sums and from the rows, in one statement. */
async function compare(db: Db = database()) {
  const { rows } = await sql<{ kept: object[]; added: object[] }>`
    select (
      select coalesce(jsonb_agg(to_jsonb(sums) order by adapter, provider), '[]') from (
        select adapter, provider, sum(open_count) as open_count,
          sum(success_count) as success_count, sum(success_paise) as success_paise,
          sum(taken_paise) as taken_paise, sum(charges_paise) as charges_paise,
          sum(returned_paise) as returned_paise
        from ${adapterSums} as changes group by adapter, provider
      ) as sums where row(${figures}) <> row(0, 0, 0, 0, 0, 0)
    ) as kept, (
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
      ) as sums where row(${figures}) <> row(0, 0, 0, 0, 0, 0)
    ) as added
  `.execute(db);
  const [found] = rows;
  expect(found?.kept).toEqual(found?.added);
  return found?.added ?? [];
}

/** Some payouts of several tenants and rails in one statement, as a batch of acceptance writes them. */
async function accept(
  db: Db,
  rails: readonly string[],
  paise: bigint,
  payers: readonly string[] = tenants,
): Promise<string[]> {
  const ids = rails.map(newId);
  await sql`
    insert into payouts (
      id, person_id, reference_id, method, beneficiary_name, beneficiary_email, beneficiary_phone,
      beneficiary_address, destination_sealed, destination_hash, destination_end, amount_paise,
      fee_paise, gst_paise, provider, order_digest, created_at, updated_at
    )
    select id, (${payers}::uuid[])[1 + nth % ${payers.length}::int], upper(right(replace(id::text, '-', ''), 20)),
      'upi', 'Asha', '', '', '', '', '', '@upi', ${paise}::bigint + nth, 500, 90, rail, '', now(), now()
    from unnest(${ids}::uuid[], ${rails}::text[]) with ordinality as batch (id, rail, nth)
  `.execute(db);
  return ids;
}

const changes = {
  claim: sql`status = 'processing', adapter = coalesce(adapter,
    case provider when 'primary' then 'razorpayx' else 'cashfree' end)`,
  take: sql`status = 'processing', provider_state = 'processing'`,
  charge: sql`provider_fee_paise = 300 + amount_paise % 7, provider_tax_paise = 54`,
  handBack: sql`status = 'pending', adapter = null`,
  reroute: sql`provider = case provider when 'primary' then 'alternative' else 'primary' end`,
  pay: sql`status = 'success', provider_state = 'success', finished_at = now(), due_at = null`,
  fail: sql`status = 'failed', provider_state = 'failed', finished_at = now(), due_at = null`,
  declareFailed: sql`status = 'failed', finished_at = now(), due_at = null`,
  return: sql`status = 'failed', provider_state = 'reversed', returned_at = now(), due_at = null`,
  chargeMore: sql`provider_fee_paise = coalesce(provider_fee_paise, 0) + 1, provider_tax_paise = null`,
  look: sql`attempts = attempts + 1, updated_at = now()`,
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
    // Of every payout that there is, those whose number has one of these bits.
    which: fc.integer({ min: 1, max: 15 }),
  }),
  fc.constant("fold" as const),
);

test("random histories of payouts come to the same as adding them up, folded or not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const ids: string[] = [];
      for (const one of steps) {
        if (one === "fold") await foldAdapterSums(database());
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
  await foldAdapterSums(database());
  expect(await unfolded()).toBe(0);
  expect(await faults()).toEqual([]);
}, 60_000);

const rule = "every sum of payouts by adapter and rail equals the payouts";

/** Of our sums: what happens to payouts here is no history that the others could follow. */
async function faults(db: Db = database()): Promise<string[]> {
  const found = await verifySums(db);
  return found.filter((fault) => fault.rule === rule).map(({ where }) => where);
}

async function unfolded(db: Db = database()): Promise<number> {
  const rows = await db.selectFrom("adapter_sum_changes").select("id").execute();
  return rows.length;
}

test("a statement appends a row for each adapter and rail, and none when no sum has changed", async () => {
  await foldAdapterSums(database());
  const ids = await accept(database(), Array.from({ length: 60 }, railAt), 1_00n);
  expect(await unfolded()).toBe(2);
  await change(database(), "claim", ids);
  expect(await unfolded()).toBe(6);
  await change(database(), "claim", ids);
  await change(database(), "look", ids);
  await change(database(), "look", []);
  expect(await unfolded()).toBe(6);
  await change(database(), "pay", ids);
  expect(await unfolded()).toBe(8);
  await compare();
});

const railAt = (_: unknown, at: number) => (at % 2 === 0 ? "primary" : "alternative");

test("folding while payouts move, by several at once, shows every change once at any moment", async () => {
  let isOver = false;
  // Each with a tenant of its own: of one tenant's payouts, only one batch is changed at a time.
  const mover = async (payer: string, seed: number) => {
    for (let round = 0; round < 12; round += 1) {
      await transaction(async (db) => {
        const ids = await accept(db, Array.from({ length: 1 + seed }, railAt), 1_00n, [payer]);
        for (let at = 0; at < 4; at += 1) {
          const name = names[(seed * 5 + round * 3 + at * 7) % names.length];
          if (name) await change(db, name, ids);
        }
        // What is undone leaves nothing in the sums either.
        if (round % 4 === 3) throw new UndoneError();
      }).catch((error: unknown) => {
        if (!(error instanceof UndoneError)) throw error;
      });
    }
  };
  let looks = 0;
  const until = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const others = [
    until(() => foldAdapterSums(database())),
    until(() => foldAdapterSums(database())),
    until(async () => {
      await compare();
      looks += 1;
    }),
  ];
  await Promise.all(tenants.map(mover));
  isOver = true;
  await Promise.all(others);
  expect(looks).toBeGreaterThan(3);
  await foldAdapterSums(database());
  expect(await unfolded()).toBe(0);
  await compare();
  expect(await faults()).toEqual([]);
}, 30_000);

class UndoneError extends Error {
  override name = "UndoneError";
}

test("who settles a payout waits for nobody whose transaction is still open", async () => {
  const [one = "", other = ""] = await accept(database(), ["primary", "primary"], 5_00n);
  await change(database(), "claim", [one, other]);
  await transaction(async (db) => {
    await change(db, "pay", [one]);
    // Fails after a second if it has to wait for the one above, as on a row that both change.
    await transaction(async (second) => {
      await sql`set local lock_timeout = '1s'`.execute(second);
      await change(second, "pay", [other]);
      await foldAdapterSums(second);
    });
  });
  await compare();
});

test("the migration counts the payouts that are there", async () => {
  await accept(database(), ["primary", "alternative"], 7_00n);
  const file = await readFile(join(root, "db/migrations/0044_sums_by_adapter.sql"), "utf8");
  await transaction(async (db) => {
    const before = await compare(db);
    expect(before.length).toBeGreaterThan(3);
    await sql`
      drop table adapter_sums, adapter_sum_changes;
      drop function payouts_keep_adapter_sums_of_new, payouts_keep_adapter_sums_of_changed cascade
    `.execute(db);
    await sql.raw(file).execute(db);
    expect(await unfolded(db)).toBe(0);
    expect(await compare(db)).toEqual(before);
    await accept(db, ["primary"], 8_00n);
    expect(await compare(db)).not.toEqual(before);
    expect(await faults(db)).toEqual([]);
  });
});

test("a sum that is wrong, folded or not, is named", async () => {
  for (const table of ["adapter_sums", "adapter_sum_changes"] as const) {
    const ids = await accept(database(), ["primary"], 9_00n);
    await change(database(), "claim", ids);
    await transaction(async (db) => {
      if (table === "adapter_sums") await foldAdapterSums(db);
      await sql`
        update ${sql.table(table)} set charges_paise = charges_paise + 1
        where ctid = (select ctid from ${sql.table(table)} where adapter = 'razorpayx' limit 1)
      `.execute(db);
      expect(await faults(db)).toEqual([
        expect.stringMatching(/^adapter_sums razorpayx (primary|alternative)$/),
      ]);
      throw new UndoneError();
    }).catch((error: unknown) => {
      if (!(error instanceof UndoneError)) throw error;
    });
  }
});
