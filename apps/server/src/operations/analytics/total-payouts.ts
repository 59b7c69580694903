import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { AnalyticsTotals } from "../../payouts/read/analytics-totals.ts";

/** Days in Asia/Kolkata, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What a line of totals covers: all payouts, or one day, tenant, provider, method or bank. */
export type Dimension = "all" | "day" | "tenant" | "provider" | "method" | "bank";

/** Fees and GST are the ledger's: earned in the period, minus those returned in it. */
export interface Line extends AnalyticsTotals {
  readonly dimension: Dimension;
  readonly key: string;
  readonly name: string;
  /** True for the requested period, false for the previous one. */
  readonly isNow: boolean;
}

/**
 * Payout totals by each dimension, for the period and the previous one, from the daily rollups. One
 * statement, so that all figures are from one moment. Payouts count on the day of their request,
 * fees on the day of their ledger posting.
 */
export async function totalPayouts(db: Db, period: Period, before: Period): Promise<Line[]> {
  const { rows } = await sql<Line>`
    with parts as (
      select day >= ${period.from}::date as now, to_char(day, 'YYYY-MM-DD') as day, tenant_id,
        provider, method, coalesce(nullif(bank_name, ''), 'Not known') as bank,
        sum(open_count + success_count) as count, sum(open_paise + success_paise) as volume,
        sum(success_count) as successes, sum(failed_count) as failures,
        sum(earned_fee_paise) as fee, sum(earned_gst_paise) as gst
      from all_payout_day_parts as parts
      where day between ${before.from}::date and ${period.to}::date
      group by parts.day, tenant_id, provider, method, bank_name
      -- A rerouted payout leaves zeros with its first provider.
      having (sum(open_count), sum(success_count), sum(failed_count), sum(earned_fee_paise),
        sum(earned_gst_paise)) <> (0, 0, 0, 0, 0)
    ), totals as (
      select now, day, tenant_id, provider, method, bank,
        grouping(day, tenant_id, provider, method, bank) as grouped,
        sum(volume)::bigint as volume, sum(count)::bigint as count,
        sum(successes)::bigint as successes, sum(failures)::bigint as failures,
        sum(fee)::bigint as fees, sum(gst)::bigint as gst
      from parts
      group by grouping sets (
        (now), (now, day), (now, tenant_id), (now, provider), (now, method), (now, bank)
      )
    )
    select now as "isNow", volume, count, successes, failures, fees, gst,
      case grouped
        when 15 then 'day' when 23 then 'tenant' when 27 then 'provider' when 29 then 'method'
        when 30 then 'bank' else 'all'
      end as dimension,
      coalesce(day, tenant_id::text, provider, method, bank, '') as key,
      coalesce(tenants.name, day, provider, method, bank, '') as name
    from totals left join tenants on tenants.id = totals.tenant_id
  `.execute(db);
  return rows;
}

export interface Reason {
  readonly reason: string;
  readonly count: bigint;
  readonly volume: bigint;
}

/** Failure reasons of a period, most frequent first. */
export async function totalFailures(db: Db, { from, to }: Period): Promise<Reason[]> {
  const { rows } = await sql<Reason>`
    select coalesce(nullif(reason, ''), 'No reason given') as reason, sum(count)::bigint as count,
      sum(paise)::bigint as volume
    from payout_failure_days where day between ${from}::date and ${to}::date
    group by 1 having sum(count) > 0 order by 2 desc, 3 desc, 1
  `.execute(db);
  return rows;
}
