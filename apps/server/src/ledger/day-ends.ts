import { sql } from "kysely";

/**
 * How a wallet stood at the end of each of its days, for a query, from what is kept of each day:
 * the `day`, the number of its last `entry`, and up to there how many lines of a statement and how
 * many `paise` came (`credit_…`) and went (`debit_…`). Hold and release have two entries, the
 * others one; a settlement has none on what can be spent. A last line stands before the first day.
 *
 * Entries are numbered as they were written, and days go by the clocks of those who wrote: where
 * two servers' clocks differ around a midnight, the number may be that of a neighbour.
 */
export function dayEnds(walletId: string) {
  return sql`(
    select day, sum(sum(count * case when kind in ('hold', 'release') then 2 else 1 end)) over days
        as entry,
      sum(coalesce(sum(count) filter (where ${isCredit}), 0)) over days as credit_count,
      sum(coalesce(sum(total_paise) filter (where ${isCredit}), 0)) over days as credit_paise,
      sum(coalesce(sum(count) filter (where kind = 'hold'), 0)) over days as debit_count,
      sum(coalesce(sum(total_paise) filter (where kind = 'hold'), 0)) over days as debit_paise
    from ledger_days where wallet_id = ${walletId}
    group by day window days as (order by day)
    union all
    select '-infinity', 0, 0, 0, 0, 0
  )`;
}

const isCredit = sql`kind in ('credit', 'release', 'reverse')`;
