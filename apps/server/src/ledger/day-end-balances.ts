import { sql } from "kysely";

/**
 * A table for a query: the running totals of a wallet at the end of each day, from the daily
 * totals. Its columns are the `day`, the number of its last `entry`, and up to there the number of
 * statement lines and the paise of credits (`credit_…`) and debits (`debit_…`). One row of zeros
 * precedes the first day. Holds and releases have two entries, the other kinds one; a settlement
 * does not change the available balance.
 *
 * Entries are numbered in writing order, but days follow each server's clock. If two clocks differ
 * around midnight, `entry` may belong to the neighbouring day.
 */
export function dayEndBalances(walletId: string) {
  return sql`(
    select day, sum(sum(count * case when kind in ('hold', 'release', 'request_hold', 'request_release') then 2 else 1 end)) over days
        as entry,
      sum(coalesce(sum(count) filter (where ${isCredit}), 0)) over days as credit_count,
      sum(coalesce(sum(total_paise) filter (where ${isCredit}), 0)) over days as credit_paise,
      sum(coalesce(sum(count) filter (where ${isDebit}), 0)) over days as debit_count,
      sum(coalesce(sum(total_paise) filter (where ${isDebit}), 0)) over days as debit_paise
    from ledger_days where wallet_id = ${walletId}
    group by day window days as (order by day)
    union all
    select '-infinity', 0, 0, 0, 0, 0
  )`;
}

const isCredit = sql`
  kind in (
    'credit', 'release', 'reverse', 'partial_return', 'adjust_credit', 'owe', 'request_release'
  )
`;
const isDebit = sql`kind in ('hold', 'set_aside', 'adjust_debit', 'repay', 'request_hold')`;
