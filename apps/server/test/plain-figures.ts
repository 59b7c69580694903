import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { endOfDay, startOfDay } from "../src/kernel/days.ts";
import type { AnalyticsTotals } from "../src/payouts/read/analytics-totals.ts";
import type { Line, Period, Reason } from "../src/operations/analytics/total-payouts.ts";
import type { TimeRange } from "../src/rollups/split-range.ts";

// Reference figures for the rollups: the same totals, computed from the rows in plain SQL.

type Query = ReturnType<typeof sql>;
/** What stays paid, and the charges that stay charged. */
const net = sql`(amount_paise - case status when 'success' then returned_paise else 0 end)`;
const keepsCharges = sql`(status <> 'success' or charges_returned_at is null)`;
const within = (at: Query, { start, end }: TimeRange) =>
  sql`${at} >= ${start ?? "-infinity"} and ${at} < ${end ?? "infinity"}`;

export interface PlainSums {
  readonly sent: bigint;
  readonly count: bigint;
  readonly successes: bigint;
  readonly failures: bigint;
  readonly open: bigint;
  readonly average: bigint | null;
  readonly seconds: number | null;
}

export async function plainSums(tenantId: string, span: TimeRange): Promise<PlainSums> {
  const { rows } = await sql<PlainSums>`
    select coalesce(sum(${net}) filter (where status not in ('failed', 'cancelled')), 0)::bigint as sent,
      count(*) filter (where status not in ('failed', 'cancelled')) as count,
      count(*) filter (where status = 'success') as successes,
      count(*) filter (where status = 'failed') as failures,
      count(*) filter (where status in ('pending', 'processing')) as open,
      round(avg(${net}) filter (where status not in ('failed', 'cancelled')))::bigint as average,
      percentile_cont(0.5) within group (
        order by extract(epoch from finished_at - created_at)::float8
      ) filter (where status = 'success') as seconds
    from payouts where tenant_id = ${tenantId} and ${within(sql`created_at`, span)}
  `.execute(database());
  return rows[0] as PlainSums;
}

/** Credits and debits of the wallet history. */
export async function plainFlow(tenantId: string, span: TimeRange) {
  const { rows } = await sql<{ credits: bigint; debits: bigint }>`
    select coalesce(sum(paise) filter (where paise > 0), 0)::bigint as credits,
      coalesce(-sum(paise) filter (where paise < 0), 0)::bigint as debits
    from (
      select created_at as at, -(amount_paise + fee_paise + gst_paise) as paise from payouts
      where tenant_id = ${tenantId}
        and (status not in ('failed', 'cancelled') or returned_at is not null)
      union all
      select reviewed_at, amount_paise from deposits
      where tenant_id = ${tenantId} and status = 'completed'
      union all
      select created_at, amount_paise from payout_reversals where tenant_id = ${tenantId}
    ) as moved where ${within(sql`at`, span)}
  `.execute(database());
  return rows[0] as { credits: bigint; debits: bigint };
}

/** Payout totals by day, or by method and bank. */
export async function plainParts(tenantId: string, { from, to }: Period, by: "day" | "place") {
  const keys = {
    day: sql`to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`,
    place: sql`method || ' ' || coalesce(bank_name, '-')`,
  };
  const { rows } = await sql<AnalyticsTotals & { key: string }>`
    select ${keys[by]} as key, count(*) filter (where status not in ('failed', 'cancelled')) as count,
      count(*) filter (where status = 'success') as successes,
      count(*) filter (where status = 'failed') as failures,
      coalesce(sum(${net}) filter (where status not in ('failed', 'cancelled')), 0)::bigint as volume,
      coalesce(sum(fee_paise) filter (where status not in ('failed', 'cancelled') and ${keepsCharges}), 0)::bigint as fees,
      coalesce(sum(gst_paise) filter (where status not in ('failed', 'cancelled') and ${keepsCharges}), 0)::bigint as gst
    from payouts
    where tenant_id = ${tenantId} and status <> 'cancelled'
      and created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)}
    group by 1 order by 1
  `.execute(database());
  return rows;
}

export async function plainTenant(tenantId: string) {
  const { rows } = await sql`
    select (select coalesce(sum(${net}) filter (where status = 'success'), 0)::bigint
        from payouts where tenant_id = ${tenantId}) as volume,
      (select count(*) from payouts where tenant_id = ${tenantId} and status = 'failed') as failed,
      (select count(*) from payouts
        where tenant_id = ${tenantId} and status in ('pending', 'processing')) as open,
      (select count(*) from deposits
        where tenant_id = ${tenantId} and status = 'pending') as pending,
      (select count(*) from payouts where tenant_id = ${tenantId})
        + (select count(*) from deposits where tenant_id = ${tenantId} and status = 'completed')
        + (select count(*) from payout_reversals where tenant_id = ${tenantId}) as transactions
  `.execute(database());
  return rows[0];
}

export async function plainPlatform(period: Period, before: Period) {
  const [first, start, end] = [
    startOfDay(before.from),
    startOfDay(period.from),
    endOfDay(period.to),
  ];
  const { rows } = await sql<Omit<Line, "name">>`
    with happened as (
      select created_at as at, status, ${net} as amount_paise, 0::bigint as fee, 0::bigint as gst,
        payouts.id
      from payouts where status <> 'cancelled'
      union all
      select finished_at, null, 0, fee_paise, gst_paise, id from payouts
      where status = 'success' or returned_at is not null
      union all
      select coalesce(charges_returned_at, returned_at), null, 0, -fee_paise, -gst_paise, id
      from payouts where charges_returned_at is not null or returned_at is not null
    ), placed as (
      select at >= ${start} as "isNow", happened.status, happened.amount_paise, fee, gst, dimension, key
      from happened join payouts using (id)
      cross join lateral (
        values ('all', ''), ('day', to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')),
          ('tenant', tenant_id::text), ('provider', provider), ('method', method),
          ('bank', coalesce(
            bank_name, case when method = 'upi' then lower(destination_end) end, 'Not known'
          ))
      ) as sides (dimension, key)
      where at >= ${first} and at < ${end}
    )
    select "isNow", dimension, key,
      coalesce(sum(amount_paise) filter (where status not in ('failed', 'cancelled')), 0)::bigint as volume,
      count(*) filter (where status not in ('failed', 'cancelled')) as count,
      count(*) filter (where status = 'success') as successes,
      count(*) filter (where status = 'failed') as failures,
      sum(fee)::bigint as fees, sum(gst)::bigint as gst
    from placed group by 1, 2, 3
  `.execute(database());
  return rows;
}

export async function plainFailures({ from, to }: Period): Promise<Reason[]> {
  const { rows } = await sql<Reason>`
    select coalesce(nullif(failure_reason, ''), 'No reason given') as reason, count(*) as count,
      sum(amount_paise)::bigint as volume
    from payouts
    where status = 'failed'
      and created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)}
    group by 1 order by 2 desc, 3 desc, 1
  `.execute(database());
  return rows;
}
