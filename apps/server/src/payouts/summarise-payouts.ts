import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Db } from "../db.ts";
import { reading } from "../replica.ts";
import { monthsSoFar, startOfDay, today } from "../days.ts";
import { inr } from "../money.ts";
import type { Tenant } from "../sign-in/person.ts";
import type { Span } from "../sums/cut-span.ts";
import { payoutsWithin } from "../sums/payouts-within.ts";
import { successRate } from "./success-rate.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Today and this month in Asia/Kolkata. Volume is what was sent and has not failed; the success
 * rate is of the payouts that reached an end. The previous day and month are compared up to the
 * same time of day and of the month, so that a morning is not held against a whole day. Sums are
 * read, whatever the tenant has; the processing time is the median of a month's newest successes.
 */
export async function summarisePayouts(tenant: Tenant) {
  const { start, previous } = monthsSoFar();
  const db = await reading();
  const [sums, seconds, secondsBefore] = await Promise.all([
    sumsOf(db, tenant, start, previous),
    processingSeconds(db, tenant, { start }),
    processingSeconds(db, tenant, previous),
  ]);
  const { day, dayBefore, month, monthBefore, ever } = sums;
  return {
    today_volume: inr(day.sent),
    today_count: Number(day.count),
    monthly_volume: inr(month.sent),
    monthly_count: Number(month.count),
    success_rate: rateOf(month),
    previous: {
      day_volume: inr(dayBefore.sent),
      month_volume: inr(monthBefore.sent),
      success_rate: rateOf(monthBefore),
      average_amount: averageOf(monthBefore),
      processing_seconds: secondsBefore,
    },
    // Whatever their age: an old one that waits must not vanish from the count.
    pending_count: Number(ever.open),
    failed_today_count: Number(day.failed),
    average_amount: averageOf(month),
    processing_seconds: seconds,
  };
}

interface Sums {
  /** Paise of what has not failed, and how many payouts that are. */
  readonly sent: bigint;
  readonly count: bigint;
  readonly open: bigint;
  readonly failed: bigint;
}

const nothing: Sums = { sent: 0n, count: 0n, open: 0n, failed: 0n };

async function sumsOf(db: Db, tenant: Tenant, startOfMonth: Date, monthBefore: Span) {
  const startOfToday = startOfDay(today());
  const spans = {
    day: { start: startOfToday },
    dayBefore: {
      start: new Date(startOfToday.getTime() - dayMs),
      end: new Date(now().getTime() - dayMs),
    },
    month: { start: startOfMonth },
    monthBefore,
    ever: {},
  };
  const { rows } = await sql<Sums & { name: keyof typeof spans }>`
    select name, sum(open_paise + success_paise)::bigint as sent,
      sum(open_count + success_count)::bigint as count, sum(open_count)::bigint as open,
      sum(failed_count + returned_count)::bigint as failed
    from ${payoutsWithin(tenant, spans)} as sums group by name
  `.execute(db);
  const of = (name: keyof typeof spans) => rows.find((row) => row.name === name) ?? nothing;
  return {
    day: of("day"),
    dayBefore: of("dayBefore"),
    month: of("month"),
    monthBefore: of("monthBefore"),
    ever: of("ever"),
  };
}

function rateOf({ count, open, failed }: Sums): number | null {
  return successRate(count - open, count - open + failed);
}

/** To the nearest paisa, half of one upwards. */
function averageOf({ sent, count }: Sums) {
  return count === 0n ? null : inr((2n * sent + count) / (2n * count));
}

/** From request to success, the median of the newest successes: a whole month's is a long sort. */
async function processingSeconds(
  db: Db,
  tenant: Tenant,
  { start, end }: Span,
): Promise<number | null> {
  const newest = db
    .selectFrom("payouts")
    .select(["created_at", "finished_at"])
    .where("person_id", "=", tenant.id)
    .where("status", "=", "success")
    .$if(start !== undefined, (successes) => successes.where("created_at", ">=", start as Date))
    .$if(end !== undefined, (successes) => successes.where("created_at", "<", end as Date))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limits.processingTimePayouts);
  const row = await db
    .selectFrom(newest.as("newest"))
    .select(
      sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from finished_at - created_at)::float8
      )`.as("seconds"),
    )
    .executeTakeFirstOrThrow();
  return row.seconds;
}
