// The guarantee: every page of every filter of the histories equals that of sorting all rows, and
// every total that of counting them, however the rows are spread over hours and days.
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../test/world.ts";
import { endOfDay, startOfDay } from "../kernel/days.ts";
import { database } from "../database/db.ts";
import { idsOfPage, pageDeposits } from "../money-in/deposits/page-deposits.ts";
import { selectByIds, type DepositFilter } from "../money-in/deposits/queries.ts";
import { countOf, totalDeposits } from "../money-in/deposits/total-deposits.ts";
import { newId } from "../kernel/ids.ts";
import { seededRandom } from "../kernel/seeded-random.ts";
import { pagePayouts } from "../payouts/read/page-payouts.ts";
import { totalPayouts } from "../payouts/read/total-payouts.ts";
import type { Tenant } from "../kernel/person.ts";
import { pageMovements } from "../tenants/wallet/page-movements.ts";
import { movements } from "../tenants/wallet/queries.ts";
import { totalMovements } from "../tenants/wallet/total-movements.ts";
import { compactPayoutRollups } from "./compact-payout-rollups.ts";
import { verifyRollups } from "./verify-rollups.ts";

/** Pseudo-random numbers with a fixed seed, so that each run has the same rows. */
const { below: randomBelow } = seededRandom(20_260_131);

/** Starts and ends of months, days and hours in India, a busy hour, and single instants. */
const instants = [
  "2025-09-30T18:29:59.999Z",
  "2025-12-15T06:00:00.000Z",
  "2025-12-31T18:29:59.999Z",
  "2025-12-31T18:30:00.000Z",
  "2026-01-30T18:30:00.000Z",
  "2026-01-31T18:29:59.999Z",
  "2026-01-31T18:30:00.000Z",
  "2026-02-01T04:29:59.999Z",
  "2026-02-01T04:30:00.000Z",
  ...Array.from({ length: 12 }, (_, at) => `2026-02-01T05:${10 + at}:00.000Z`),
  "2026-02-03T18:29:59.999Z",
  "2026-02-03T18:30:00.000Z",
  "2026-02-09T06:00:00.000Z",
  "2026-03-31T18:29:59.999Z",
] as const;

const ranges = [
  {},
  { from: "2026-02-01" },
  { to: "2026-01-31" },
  { from: "2026-02-01", to: "2026-02-01" },
  { from: "2026-01-31", to: "2026-02-04" },
  { from: "2026-02-20", to: "2026-03-01" },
  { from: "2025-12-01", to: "2026-01-31" },
  { from: "2025-09-30", to: "2026-02-09" },
  { from: "2026-02-09", to: "2026-02-01" },
] as const;

let world: World;
let tenants: Tenant[];
beforeAll(async () => {
  world = await openWorld();
  tenants = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const owner = await world.operator();
    tenants.push({ tenantId: owner.id } as Tenant);
    const account = await world.approvedAccount(owner);
    for (let payout = 0; payout < 130; payout += 1) {
      await writePayout(owner.id);
      // Pages and totals are of rollups that are compacted in part.
      if (payout === 70) await compactPayoutRollups(database());
    }
    for (let deposit = 0; deposit < 60; deposit += 1) await writeDeposit(owner.id, account);
  }
  expect(await verifyRollups(database())).toEqual([]);
});
afterAll(() => world.close());

function randomInstant(): Date {
  return new Date(instants[randomBelow(instants.length)] ?? 0);
}

async function writePayout(tenantId: string): Promise<void> {
  const id = newId();
  const at = randomInstant();
  await sql`
    insert into payouts (id, tenant_id, reference_id, method, beneficiary_name, beneficiary_email,
      beneficiary_phone, beneficiary_address, destination_encrypted, destination_hash,
      destination_end, amount_paise, fee_paise, gst_paise, provider, order_digest, created_at,
      updated_at)
    values (${id}, ${tenantId}, ${id.replaceAll("-", "").slice(-20).toUpperCase()}, 'upi', 'A', '',
      '', '', '\\x00', '\\x00', '@upi', ${1 + randomBelow(9_000)}, 5, 1, 'primary', '\\x00', ${at}, ${at})
  `.execute(database());
  // Some statuses are rare, so that their pages span many hours.
  const outcome = randomBelow(20);
  if (outcome === 0) return;
  const status =
    ["processing", "failed", "failed", "failed", "cancelled"][outcome - 1] ?? "success";
  const returnedAt = status === "failed" && randomBelow(2) === 0 ? randomInstant() : null;
  await sql`
    update payouts set status = ${status}, finished_at = ${at}, returned_at = ${returnedAt}
    where id = ${id}
  `.execute(database());
  if (status === "success" && randomBelow(4) === 0) await writePartialReturn(id);
  if (!returnedAt) return;
  await sql`
    insert into payout_reversals (payout_id, tenant_id, amount_paise, reason, created_at)
    select id, tenant_id, amount_paise + fee_paise + gst_paise, 'Returned', returned_at
    from payouts where id = ${id}
  `.execute(database());
}

/** The bank sends back 1 paisa of a payout, in every second case with the charges. */
async function writePartialReturn(id: string): Promise<void> {
  const [at, charges] = [randomInstant(), randomBelow(2) === 0 ? 1 : 0];
  await sql`
    with returned as (
      insert into payout_reversals (
        payout_id, tenant_id, is_partial, amount_paise, fee_paise, gst_paise, adapter,
        return_reference, reason, created_at
      )
      select id, tenant_id, true, 1 + ${charges}::int * 6, ${charges}::int * 5, ${charges}::int,
        'sandbox', ${id}, 'Returned', ${at}::timestamptz
      from payouts where id = ${id} and amount_paise > 1
      returning payout_id
    )
    update payouts set returned_paise = 1, charges_returned_at = ${charges === 1 ? at : null}
    where id in (select payout_id from returned)
  `.execute(database());
}

async function writeDeposit(tenantId: string, account: string): Promise<void> {
  const id = newId();
  await sql`
    insert into deposits (id, tenant_id, bank_account_id, amount_paise, utr_reference, created_at)
    values (${id}, ${tenantId}, ${account}, ${1 + randomBelow(9_000)}, ${world.newUtr()}, ${randomInstant()})
  `.execute(database());
  const outcome = randomBelow(6);
  if (outcome === 0) return;
  await sql`
    update deposits set status = ${outcome === 1 ? "failed" : "completed"}, reviewed_at = ${randomInstant()}
    where id = ${id}
  `.execute(database());
}

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function inRange(at: string, { from, to }: Range): RawBuilder<unknown> {
  const first = from ? sql`and ${sql.ref(at)} >= ${startOfDay(from)}` : sql``;
  const last = to ? sql`and ${sql.ref(at)} < ${endOfDay(to)}` : sql``;
  return sql`${first} ${last}`;
}

/** Expects all pages, the one after the last and one far beyond to equal those of the sorted rows. */
async function expectPages(
  all: readonly { id: string }[],
  limit: number,
  pageAt: (page: { page: number; limit: number }) => Promise<readonly { id: string }[]>,
): Promise<void> {
  const ids = all.map(({ id }) => id);
  const pages = Math.ceil(ids.length / limit);
  for (const page of [...Array.from({ length: pages + 1 }, (_, at) => at + 1), 10_000_000]) {
    const rows = await pageAt({ page, limit });
    expect(rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * limit, page * limit));
  }
}

const payoutStatuses = ["all", "success", "failed", "cancelled", "pending", "processing"] as const;

test.for(payoutStatuses)("payouts: %s", async (status) => {
  for (const tenant of tenants) {
    for (const range of ranges) {
      const { rows: all } = await sql<{
        id: string;
        status: string;
        amount_paise: bigint;
        charges: bigint;
        returned_paise: bigint;
      }>`
        select id, status, amount_paise, returned_paise,
          case when charges_returned_at is null then fee_paise + gst_paise else 0 end as charges
        from payouts
        where tenant_id = ${tenant.tenantId} ${inRange("created_at", range)}
          and (${status} = 'all' or status = ${status})
        order by created_at desc, id desc
      `.execute(database());
      const filter = { status, ...range };
      const notFailed = all.filter((row) => row.status !== "failed" && row.status !== "cancelled");
      const totals = {
        count: BigInt(all.length),
        amount: (status === "all" ? notFailed : all).reduce(
          (sum, row) => sum + row.amount_paise,
          0n,
        ),
        returned: all.reduce((sum, row) => sum + row.returned_paise, 0n),
        charges: notFailed.reduce((sum, row) => sum + row.charges, 0n),
        success: BigInt(all.filter((row) => row.status === "success").length),
        pending: BigInt(notFailed.filter((row) => row.status !== "success").length),
      };
      expect(await totalPayouts(database(), tenant, filter)).toEqual(totals);
      await expectPages(all, randomBelow(2) === 0 ? 7 : 20, async (page) => {
        const result = await pagePayouts(database(), tenant, filter, page);
        expect(result.totals).toMatchObject(totals);
        return result.rows;
      });
    }
  }
});

test.for(["all", "credit", "debit"] as const)("the wallet: %s", async (type) => {
  for (const tenant of tenants) {
    for (const range of ranges) {
      const filter = { type, ...range };
      const { rows: all } = await sql<{ id: string; type: string; status: string; paise: bigint }>`
        select * from (${movements(tenant, filter)}) as movements order by at desc, id desc
      `.execute(database());
      const sumOf = (which: string) =>
        all
          .filter(
            (row) => row.type === which && row.status !== "failed" && row.status !== "cancelled",
          )
          .reduce((sum, { paise }) => sum + paise, 0n);
      const totals = {
        count: BigInt(all.length),
        credits: sumOf("credit"),
        debits: sumOf("debit"),
      };
      expect(await totalMovements(database(), tenant, filter)).toEqual(totals);
      await expectPages(all, randomBelow(2) === 0 ? 7 : 20, async (page) => {
        const result = await pageMovements(database(), tenant, { ...filter, ...page });
        expect(result.totals).toMatchObject(totals);
        return result.rows;
      });
    }
  }
});

const depositFilters: readonly DepositFilter[] = [
  ...ranges,
  { utr: "1" },
  { utr: "12", from: "2026-02-01" },
];
const depositStatuses = ["all", "pending", "completed", "failed"] as const;

test.for(depositStatuses)("deposits of a tenant and of all: %s", async (status) => {
  for (const tenantId of [null, ...tenants.map(({ tenantId: id }) => id)]) {
    for (const filter of depositFilters) {
      const direction = tenantId === null ? sql`asc` : sql`desc`;
      const matching = sql`
        from deposits
        where (${tenantId}::uuid is null or tenant_id = ${tenantId}) ${inRange("created_at", filter)}
          and utr_reference like ${`%${filter.utr ?? ""}%`}
      `;
      const { rows: all } = await sql<{ id: string }>`
        select id ${matching} and (${status} = 'all' or status = ${status})
        order by created_at ${direction}, id ${direction}
      `.execute(database());
      const { rows: cards } = await sql<{ status: string; count: bigint; paise: bigint }>`
        select status, count(*), sum(amount_paise)::bigint as paise ${matching} group by status
      `.execute(database());
      const totals = await totalDeposits(database(), tenantId, filter);
      expect(countOf({ status }, totals)).toBe(BigInt(all.length));
      for (const each of ["pending", "completed", "failed"] as const) {
        const card = cards.find((one) => one.status === each);
        expect(totals[`${each}_count`]).toBe(card?.count ?? 0n);
        expect(totals[`${each}_paise`]).toBe(card?.paise ?? 0n);
      }
      await expectPages(all, randomBelow(2) === 0 ? 7 : 20, async (page) => {
        const result = await pageDeposits(
          database(),
          {
            tenantId,
            filter: { status, ...filter, ...page },
          },
          selectByIds(database(), idsOfPage),
        );
        expect(result.totals).toMatchObject(totals);
        return result.rows;
      });
    }
  }
});
