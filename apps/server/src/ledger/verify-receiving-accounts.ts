import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";

const entryRule =
  "every bank entry is of the receiving account in which its money arrived or that it left";
const sumRule =
  "the bank entries of every receiving account sum to what arrived in it, less what left it";
const arrivalRule = "every deposit of an incoming credit has the amount that arrived";
/** The rules that `verifyReceivingAccounts` checks. */
export const receivingRules = [entryRule, sumRule, arrivalRule] as const;

/**
 * Compares the bank entries with the deposits, incoming credits, transfers and adjustments behind
 * them: the receiving account of each, the sum of each account, and the amount that arrived. States
 * both a second time instead of calling the code that posts.
 */
export async function verifyReceivingAccounts(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${entryRule}::text as rule,
      kind || ' of ' || subject_id || ': ' || coalesce(posted::text, 'none') || ' instead of '
        || coalesce(arrived_in::text, 'none') as where
    from (
      select posting.kind, subject_id, entry.receiving_account_id as posted,
        case posting.kind when 'credit' then deposits.arrived_in_id
          when 'transfer' then fund_transfers.receiving_account_id
          when 'suspend' then incoming_credits.receiving_account_id
          when 'return' then incoming_credits.receiving_account_id
          else adjustments.receiving_account_id end as arrived_in
      from ledger_entries as entry
      join ledger_postings as posting on posting.id = posting_id
      left join deposits on posting.kind = 'credit' and deposits.id = subject_id
      left join incoming_credits
        on posting.kind in ('suspend', 'return') and incoming_credits.id = subject_id
      left join fund_transfers on posting.kind = 'transfer' and fund_transfers.id = subject_id
      left join adjustments
        on posting.kind in ('adjust', 'adjust_credit', 'adjust_debit') and adjustments.id = subject_id
      where entry.account = 'bank'
    ) as compared
    where posted is distinct from arrived_in
    union all
    select ${sumRule}::text,
      coalesce(posted.account_id, recorded.account_id) || ': ' || coalesce(posted.paise, 0)
        || ' paise in the books, ' || coalesce(recorded.paise, 0) || ' arrived'
    from (
      select receiving_account_id as account_id, -sum(amount_paise) as paise from ledger_entries
      where receiving_account_id is not null group by 1
    ) as posted
    full join (
      select account_id, sum(paise) as paise
      from (
        select arrived_in_id as account_id, amount_paise as paise from deposits
        where status = 'completed' and not exists (
          select from incoming_credits where deposit_id = deposits.id and state = 'assigned'
        )
        union all
        select receiving_account_id, amount_paise from incoming_credits
        where state in ('suspense', 'assigned')
        union all
        select receiving_account_id,
          case destination when 'bank' then amount_paise else -amount_paise end
        from fund_transfers
        union all
        select receiving_account_id,
          case debit_account when 'bank' then amount_paise else -amount_paise end
        from adjustments where state = 'posted'
      ) as arrived
      where account_id is not null group by 1
    ) as recorded on recorded.account_id = posted.account_id
    where coalesce(posted.paise, 0) <> coalesce(recorded.paise, 0)
    union all
    select ${arrivalRule}::text,
      deposits.id || ': ' || deposits.amount_paise || ' instead of ' || incoming_credits.amount_paise
    from incoming_credits join deposits on deposits.id = deposit_id
    where deposits.amount_paise <> incoming_credits.amount_paise
  `.execute(db);
  return rows;
}
