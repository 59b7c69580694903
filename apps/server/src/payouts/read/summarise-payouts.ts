import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { monthsToDate, startOfDay, today } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { TimeRange } from "../../rollups/split-range.ts";
import { selectPayoutRollups } from "../../rollups/select-payout-rollups.ts";
import { totalWaits } from "../funds-queue/select-waits.ts";
import { successRate } from "./success-rate.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Today's and this month's payouts, in Asia/Kolkata. Volume counts payouts that have not failed;
 * the success rate covers finished ones. The previous day and month count only up to the same time
 * of day or month, so that a morning is not compared with a whole day. Totals come from rollups;
 * the processing time is the median of the month's newest successes.
 */
export async function summarisePayouts(tenant: Tenant) {
  const { start, previous } = monthsToDate();
  const db = await replicaOrPrimary();
  const [totals, seconds, secondsBefore, waits] = await Promise.all([
    totalsOf(db, tenant, start, previous),
    processingSeconds(db, tenant, { start }),
    processingSeconds(db, tenant, previous),
    totalWaits(db, tenant, { status: "waiting_for_funds" }),
  ]);
  const { day, dayBefore, month, monthBefore, ever } = totals;
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
    // Of any age, so that an old open payout stays in the count; with those that wait for funds.
    pending_count: Number(ever.open + waits.count),
    failed_today_count: Number(day.failed),
    average_amount: averageOf(month),
    processing_seconds: seconds,
  };
}

interface Totals {
  /** Amount in paise, and number, of payouts that have not failed. */
  readonly sent: bigint;
  readonly count: bigint;
  readonly open: bigint;
  readonly failed: bigint;
}

const zeroTotals: Totals = { sent: 0n, count: 0n, open: 0n, failed: 0n };

async function totalsOf(db: Db, tenant: Tenant, startOfMonth: Date, monthBefore: TimeRange) {
  const startOfToday = startOfDay(today());
  const ranges = {
    day: { start: startOfToday },
    dayBefore: {
      start: new Date(startOfToday.getTime() - dayMs),
      end: new Date(now().getTime() - dayMs),
    },
    month: { start: startOfMonth },
    monthBefore,
    ever: {},
  };
  const { rows } = await sql<Totals & { name: keyof typeof ranges }>`
    select name, sum(open_paise + success_paise)::bigint as sent,
      sum(open_count + success_count)::bigint as count, sum(open_count)::bigint as open,
      sum(failed_count + returned_count)::bigint as failed
    from ${selectPayoutRollups(tenant, ranges)} as rollups group by name
  `.execute(db);
  const of = (name: keyof typeof ranges) => rows.find((row) => row.name === name) ?? zeroTotals;
  return {
    day: of("day"),
    dayBefore: of("dayBefore"),
    month: of("month"),
    monthBefore: of("monthBefore"),
    ever: of("ever"),
  };
}

function rateOf({ count, open, failed }: Totals): number | null {
  return successRate(count - open, count - open + failed);
}

/** Rounded half up to a paisa. */
function averageOf({ sent, count }: Totals) {
  return count === 0n ? null : inr((2n * sent + count) / (2n * count));
}

/**
 * The median time from creation to success, in seconds. Only the newest successes count, because
 * sorting a whole month takes too long.
 */
async function processingSeconds(
  db: Db,
  tenant: Tenant,
  { start, end }: TimeRange,
): Promise<number | null> {
  const newest = db
    .selectFrom("finished_payouts")
    .select(["created_at", "finished_at"])
    .where("tenant_id", "=", tenant.tenantId)
    .where("status", "=", "success")
    .$if(start !== undefined, (successes) => successes.where("created_at", ">=", start as Date))
    .$if(end !== undefined, (successes) => successes.where("created_at", "<", end as Date))
    .orderBy("created_at", "desc")
    .orderBy("payout_id", "desc")
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
