import { sql } from "kysely";
import { now } from "../clock.ts";
import { monthsSoFar, startOfDay, today } from "../days.ts";
import { inr } from "../money.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { successRate } from "./success-rate.ts";

const dayMs = 24 * 60 * 60 * 1000;

interface Sums {
  today_volume: bigint;
  today_count: bigint;
  monthly_volume: bigint;
  monthly_count: bigint;
  month_success: bigint;
  month_ended: bigint;
  day_before_volume: bigint;
  month_before_volume: bigint;
  month_before_success: bigint;
  month_before_ended: bigint;
  failed_today_count: bigint;
  average_amount: bigint | null;
  processing_seconds: number | null;
  month_before_average: bigint | null;
  month_before_seconds: number | null;
}

/**
 * Today and this month in Asia/Kolkata. Volume is what was sent and has not failed; the success
 * rate is of the payouts that reached an end. The previous day and month are compared up to the
 * same time of day and of the month, so that a morning is not held against a whole day.
 */
export async function summarisePayouts(tenant: Tenant) {
  const [sums, pending] = await Promise.all([sumsOf(tenant), pendingOf(tenant)]);
  return {
    today_volume: inr(sums.today_volume),
    today_count: Number(sums.today_count),
    monthly_volume: inr(sums.monthly_volume),
    monthly_count: Number(sums.monthly_count),
    success_rate: successRate(sums.month_success, sums.month_ended),
    previous: {
      day_volume: inr(sums.day_before_volume),
      month_volume: inr(sums.month_before_volume),
      success_rate: successRate(sums.month_before_success, sums.month_before_ended),
      average_amount: inrOrNull(sums.month_before_average),
      processing_seconds: sums.month_before_seconds,
    },
    pending_count: Number(pending),
    failed_today_count: Number(sums.failed_today_count),
    average_amount: inrOrNull(sums.average_amount),
    processing_seconds: sums.processing_seconds,
  };
}

async function sumsOf(tenant: Tenant): Promise<Sums> {
  const startOfToday = startOfDay(today());
  const aDayAgo = new Date(now().getTime() - dayMs);
  const startOfYesterday = new Date(startOfToday.getTime() - dayMs);
  const { start: startOfMonth, previous } = monthsSoFar();

  const { rows } = await sql<Sums>`
    with recent as (
      select created_at, status, amount_paise, finished_at,
        created_at >= ${startOfMonth} as this_month,
        created_at < ${previous.end} as same_span
      from payouts
      where person_id = ${tenant.id} and created_at >= ${previous.start}
    )
    select
      coalesce(sum(amount_paise) filter (where status <> 'failed' and created_at >= ${startOfToday}), 0)::bigint as today_volume,
      count(*) filter (where status <> 'failed' and created_at >= ${startOfToday}) as today_count,
      coalesce(sum(amount_paise) filter (where status <> 'failed' and this_month), 0)::bigint as monthly_volume,
      count(*) filter (where status <> 'failed' and this_month) as monthly_count,
      count(*) filter (where status = 'success' and this_month) as month_success,
      count(*) filter (where status in ('success', 'failed') and this_month) as month_ended,
      coalesce(sum(amount_paise) filter (
        where status <> 'failed' and created_at >= ${startOfYesterday} and created_at < ${aDayAgo}
      ), 0)::bigint as day_before_volume,
      coalesce(sum(amount_paise) filter (where status <> 'failed' and same_span), 0)::bigint as month_before_volume,
      count(*) filter (where status = 'success' and same_span) as month_before_success,
      count(*) filter (where status in ('success', 'failed') and same_span) as month_before_ended,
      count(*) filter (where status = 'failed' and created_at >= ${startOfToday}) as failed_today_count,
      round(avg(amount_paise) filter (where status <> 'failed' and this_month))::bigint as average_amount,
      percentile_cont(0.5) within group (order by extract(epoch from finished_at - created_at)::float8)
        filter (where status = 'success' and this_month) as processing_seconds,
      round(avg(amount_paise) filter (where status <> 'failed' and same_span))::bigint as month_before_average,
      percentile_cont(0.5) within group (order by extract(epoch from finished_at - created_at)::float8)
        filter (where status = 'success' and same_span) as month_before_seconds
    from recent
  `.execute(await reading());
  const [sums] = rows;
  if (!sums) throw new Error("An aggregate without groups always has a row");
  return sums;
}

/** Whatever their age: an old one that waits must not vanish from the count. */
async function pendingOf(tenant: Tenant): Promise<bigint> {
  const row = await (
    await reading()
  )
    .selectFrom("payouts")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("person_id", "=", tenant.id)
    .where("status", "in", ["pending", "processing"])
    .executeTakeFirstOrThrow();
  return row.count;
}

function inrOrNull(paise: bigint | null) {
  return paise === null ? null : inr(paise);
}
