// The guarantee: whatever happens to payouts and deposits, the rollups equal the sums of the rows,
// and a rollup that does not is reported.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder, upiOrder } from "../../test/forms.ts";
import { rolledBack } from "../../test/rolled-back.ts";
import { openWorld, type World } from "../../test/world.ts";
import { useClock } from "../kernel/clock.ts";
import { database } from "../database/db.ts";
import { compactPayoutRollups } from "./compact-payout-rollups.ts";
import { rollupRules, verifyRollups } from "./verify-rollups.ts";

let world: World;
let tenantId: string;
let mobile: string;

beforeAll(async () => {
  world = await openWorld();
  await world.at("2026-01-31T18:00:00Z", async () => {
    ({ mobile, id: tenantId } = await world.operator({ wallet: "₹90,000" }));
  });
  // The last seconds of a day in India, and the first minute of the next.
  for (const minute of ["2026-01-31T18:29", "2026-01-31T18:30"]) {
    const orders = [
      impsOrder({ amount: 1_000 }),
      upiOrder("failure@upi", { amount: 500 }),
      upiOrder("reversed@upi", { amount: 700 }),
      upiOrder("pending@upi", { amount: 150 }),
    ];
    for (const [at, order] of orders.entries()) {
      await world.at(`${minute}:5${at}Z`, async () => {
        const { status, text } = await (await world.signIn(mobile)).pay(order);
        if (status !== 201) throw new Error(text);
      });
    }
  }
});
afterAll(() => world.close());

test("counts a payout as open in the hour and day of its request", async () => {
  expect(await readRollups("day")).toEqual([
    { starts: "2026-01-31 00:00", open: 4n, success: 0n, failed: 0n, returned: 0n },
    { starts: "2026-02-01 00:00", open: 4n, success: 0n, failed: 0n, returned: 0n },
  ]);
  expect((await readRollups("hour")).map(({ starts }) => starts)).toEqual([
    "2026-01-31 23:00",
    "2026-02-01 00:00",
  ]);
  expect(await verifyRollups(database())).toEqual([]);
});

test("counts an outcome and a return on the day of the request, and fees on the day they were earned", async () => {
  await world.at("2026-02-02T06:00:00Z", () => world.work());
  expect(await readRollups("day")).toEqual([
    { starts: "2026-01-31 00:00", open: 1n, success: 1n, failed: 1n, returned: 1n },
    { starts: "2026-02-01 00:00", open: 1n, success: 1n, failed: 1n, returned: 1n },
  ]);
  const { rows } = await sql<{ day: string; fee: bigint }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(earned_fee_paise)::bigint as fee
    from all_payout_day_parts where tenant_id = ${tenantId} group by day order by day
  `.execute(database());
  expect(rows).toEqual([
    { day: "2026-01-31", fee: 0n },
    { day: "2026-02-01", fee: 0n },
    { day: "2026-02-02", fee: 1_000n },
  ]);
  expect(await world.faults()).toEqual([]);
});

test("the ledger and the payout have the same time of an outcome while the clock advances", async () => {
  let time = Date.parse("2026-02-03T06:00:00Z");
  const restore = useClock(() => new Date((time += 1)));
  try {
    const payer = await world.signIn(mobile);
    await payer.pay(upiOrder("reversed@upi", { amount: 300 }));
    await payer.pay(impsOrder({ amount: 400 }));
    await world.work();
  } finally {
    restore();
  }
  const { rows } = await sql`
    select kind, count(*)::int as count,
      bool_and(posted.created_at = case kind when 'settle' then finished_at else returned_at end) as equal
    from payouts join ledger_postings as posted on subject_id = payouts.id
    where kind in ('settle', 'reverse') and payouts.created_at > '2026-02-03'
    group by kind order by kind
  `.execute(database());
  expect(rows).toEqual([
    { kind: "reverse", count: 1, equal: true },
    { kind: "settle", count: 2, equal: true },
  ]);
});

test.each(["open_count = open_count - 1", "earned_gst_paise = earned_gst_paise + 1"])(
  "reports a wrong change that is not compacted: %s",
  async (change) => {
    const faults = await faultsAfter(`update payout_rollup_changes set ${change}`);
    expect(faults.length).toBeGreaterThan(0);
    expect(
      faults.every(
        (fault) => fault.includes(` ${tenantId} 2026-`) || / (month|day|hour) /.test(fault),
      ),
    ).toBe(true);
  },
);

test.each([
  ["payout_rollups", "set success_paise = success_paise + 1"],
  ["payout_rollups", "set open_count = open_count - 1"],
  ["payout_day_parts", "set earned_gst_paise = 0"],
  ["payout_failure_days", "set reason = 'Another: ' || reason"],
  ["deposit_rollups", "set completed_count = completed_count + 1"],
  ["credit_rollups", "set reversal_paise = reversal_paise - 1"],
])("reports a wrong sum in %s: %s", async (table, change) => {
  await compactPayoutRollups(database());
  const faults = await faultsAfter(`update ${table} ${change}`);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.every((fault) => fault.includes(`: ${table} ${tenantId}`))).toBe(true);
});

/** The faults that verification finds after a change, which is rolled back. */
async function faultsAfter(change: string): Promise<readonly string[]> {
  const faults = await rolledBack(
    (db) => sql.raw(change).execute(db),
    async (db) => (await verifyRollups(db)).map(({ rule, where }) => `${rule}: ${where}`),
  );
  return faults ?? [];
}

test("reports a rollup without rows, and rows without a rollup", async () => {
  expect(rollupRules).toHaveLength(6);
  await sql`delete from deposit_rollups where grain = 'hour'`.execute(database());
  expect(await verifyRollups(database())).toMatchObject([
    { rule: expect.stringContaining("deposits") },
  ]);
});

async function readRollups(grain: "day" | "hour") {
  const { rows } = await sql`
    select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as starts,
      sum(open_count)::bigint as open, sum(success_count)::bigint as success,
      sum(failed_count)::bigint as failed, sum(returned_count)::bigint as returned
    from all_payout_rollups where tenant_id = ${tenantId} and grain = ${grain}
    group by starts_at having sum(open_count + success_count + failed_count + returned_count) > 0
    order by starts_at
  `.execute(database());
  return rows as { starts: string }[];
}
