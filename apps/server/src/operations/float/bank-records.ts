import { sql } from "kysely";
import { isOnVirtualAccount, type BankScope } from "../../ledger/sum-receiving-accounts.ts";

/** The key of a UTR column that has none of its own; the same as `kernel/utr-key.ts`. */
const keyOf = (column: string) => sql`
  regexp_replace(
    regexp_replace(
      upper(regexp_replace(${sql.ref(column)}, '[^A-Za-z0-9]', '', 'g')),
      '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\\1'
    ),
    '^0+([0-9]+)$', '\\1'
  )
`;

const dateOf = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Kolkata')::date`;

/**
 * A table for a query: the lines of an account's imported statements with balances, each once although files
 * overlap, with an `id`, `paise` (positive: received) and the `keys` of its UTRs. Lines and keys are
 * grouped, not joined: PostgreSQL can't choose to search all keys for each line.
 * @param from the first day, `YYYY-MM-DD`.
 * @param to the last day.
 */
export function statementLines({ accountId }: BankScope, from: string, to: string) {
  return sql`(
    select distinct on (id) id, booked_on, paise, reference, keys
    from (
      select line_id, max(id) as id, max(booked_on) as booked_on, max(paise) as paise,
        max(reference) as reference, array_remove(array_agg(distinct utr_key), null) as keys
      from (
        select lines.id as line_id, coalesce(credit_id::text, debit_fingerprint::text) as id,
          lines.booked_on,
          case when credit_id is null then -lines.amount_paise else lines.amount_paise end as paise,
          lines.reference, null as utr_key
        from statement_lines as lines
        join bank_balances as balance on balance.import_id = lines.import_id
        where balance.receiving_account_id = ${accountId}
          and lines.booked_on between ${from} and ${to}
          and (credit_id is not null or debit_fingerprint is not null)
        union all
        select line_id, null, null, null, null, utr_key from statement_credit_keys
        union all
        select line_id, null, null, null, null, utr_key from statement_debits
      ) as part
      group by line_id having max(id) is not null
    ) as line
    order by id, line_id
  )`;
}

/**
 * A table for a query: what was posted on a receiving account until the end of a day, each with an
 * `id`, its `day` in India, the day `moved_on` of the money, `paise` from the bank's view (positive:
 * received) and the `utr_key` where there is one. A deposit's money moved before its request, which is
 * the closest day that is known. A transfer that was taken back by then is left out with its
 * correction; one that was taken back later matches no line, because its amount may be wrong.
 */
export function bankPostings({ accountId, hasEarlierEntries }: BankScope, to: string) {
  const isPosted = (column: string) => sql`
    ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'
  `;
  return sql`(
    select id, ${dateOf("reviewed_at")} as day, ${dateOf("deposits.created_at")} as moved_on,
      amount_paise as paise, utr_reference, utr_key, 'Deposit' as what
    from deposits
    -- Of each deposit by its id; joined, all credits could be searched for each deposit.
    left join lateral (
      select state as credit_state from incoming_credits where deposit_id = deposits.id offset 0
    ) as credit on true
    where status = 'completed' and ${isPosted("reviewed_at")} and (
      arrived_in_id = ${accountId}
      or ${hasEarlierEntries} and arrived_in_id is null
        and credit_state is distinct from 'credited'
    ) and credit_state is distinct from 'assigned'
    union all
    select id, ${dateOf("created_at")}, ${dateOf("sent_at")}, amount_paise, utr_reference, utr_key,
      'Credit in suspense'
    from incoming_credits
    where receiving_account_id = ${accountId}
      and state in ('suspense', 'assigned', 'returned', 'dismissed') and ${isPosted("created_at")}
    union all
    select id, ${dateOf("decided_at")}, ${dateOf("decided_at")}, -amount_paise, return_utr,
      ${keyOf("return_utr")},
      case when state = 'returned' then 'Return to the sender' else 'Counted twice' end
    from incoming_credits
    where receiving_account_id = ${accountId}
      and state in ('returned', 'dismissed') and ${isPosted("decided_at")}
    union all
    select id, ${dateOf("recorded_at")}, transferred_on,
      case when destination = 'bank' then amount_paise else -amount_paise end, utr_reference,
      case when corrected_at is null then utr_key end,
      case when corrected_at is null then 'Transfer' else 'Transfer, reversed later' end
    from fund_transfers
    where receiving_account_id = ${accountId} and corrects_id is null
      and (corrected_at is null or not ${isPosted("corrected_at")}) and ${isPosted("recorded_at")}
    union all
    -- One that names no account is on the account with the earlier entries, or on a virtual account.
    select id, ${dateOf("closed_at")}, ${dateOf("closed_at")},
      case when debit_account = 'bank' then amount_paise else -amount_paise end, reference,
      ${keyOf("reference")}, 'Adjustment'
    from adjustments
    where state = 'posted' and 'bank' in (debit_account, credit_account)
      and ${isPosted("closed_at")} and (
        receiving_account_id = ${accountId}
        or ${hasEarlierEntries} and receiving_account_id is null and not ${isOnVirtualAccount}
      )
  )`;
}
