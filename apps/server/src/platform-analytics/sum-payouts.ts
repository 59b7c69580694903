import { sql } from "kysely";
import type { Db } from "../db.ts";
import { endOfDay, startOfDay } from "../days.ts";
import { earnings } from "../ledger/movements.ts";
import type { Sums } from "../payouts/payout-sums.ts";

/** Days in Asia/Kolkata, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What a line of the sums is about: all of it, or one day, tenant, provider, method or bank. */
export type Dimension = "all" | "day" | "tenant" | "provider" | "method" | "bank";

/** Fees and GST are the ledger's: earned in the time, less what was given back in it. */
export interface Line extends Sums {
  readonly dimension: Dimension;
  readonly key: string;
  readonly name: string;
  /** Of the period, else of the one before. */
  readonly isNow: boolean;
}

/**
 * Everything that the analytics tell of payouts, in one statement and so of one moment: by each
 * dimension, for the period and the one before. Payouts count on the day of their request, fees
 * on the day on which the ledger booked them.
 */
export async function sumPayouts(db: Db, period: Period, before: Period): Promise<Line[]> {
  const [first, start, end] = [
    startOfDay(before.from),
    startOfDay(period.from),
    endOfDay(period.to),
  ];
  const { rows } = await sql<Line>`
    with told as (
      select created_at as at, person_id, provider, method, ${bank} as bank, status, amount_paise,
        0::bigint as fee, 0::bigint as gst
      from payouts where created_at >= ${first} and created_at < ${end}
      union all
      select earned.at, person_id, provider, method, ${bank}, null, 0, earned.fee, earned.gst
      from ${earnings(first, end)} as earned join payouts on payouts.id = earned.payout_id
    ), placed as (
      select at >= ${start} as now, to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
        person_id, provider, method, bank, status, amount_paise, fee, gst
      from told
    ), summed as (
      select now, day, person_id, provider, method, bank,
        grouping(day, person_id, provider, method, bank) as grouped,
        coalesce(sum(amount_paise) filter (where status <> 'failed'), 0)::bigint as volume,
        count(*) filter (where status <> 'failed') as count,
        count(*) filter (where status = 'success') as successes,
        count(*) filter (where status = 'failed') as failures,
        sum(fee)::bigint as fees, sum(gst)::bigint as gst
      from placed
      group by grouping sets (
        (now), (now, day), (now, person_id), (now, provider), (now, method), (now, bank)
      )
    )
    select now as "isNow", volume, count, successes, failures, fees, gst,
      case grouped
        when 15 then 'day' when 23 then 'tenant' when 27 then 'provider' when 29 then 'method'
        when 30 then 'bank' else 'all'
      end as dimension,
      coalesce(day, person_id::text, provider, method, bank, '') as key,
      coalesce(people.name, day, provider, method, bank, '') as name
    from summed left join people on people.id = summed.person_id
  `.execute(db);
  return rows;
}

/** A bank by its IFSC; a UPI id tells only the handle of whoever runs it. */
const bank = sql`coalesce(
  bank_name, case when method = 'upi' then lower(destination_end) end, 'Not known'
)`;

export interface Reason {
  readonly reason: string;
  readonly count: bigint;
  readonly volume: bigint;
}

/** Why payouts of a period failed, most frequent first. */
export async function sumFailures(db: Db, { from, to }: Period): Promise<Reason[]> {
  const { rows } = await sql<Reason>`
    select coalesce(nullif(failure_reason, ''), 'No reason given') as reason, count(*) as count,
      sum(amount_paise)::bigint as volume
    from payouts
    where status = 'failed'
      and created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)}
    group by 1 order by 2 desc, 3 desc, 1
  `.execute(db);
  return rows;
}
