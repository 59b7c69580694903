import { sql, type RawBuilder } from "kysely";
import { newestStatementLine } from "./statement-evidence.ts";

/**
 * Another deposit of any tenant with the same amount and account within 24 hours; within 7 days if it
 * was credited and only this one is on an imported statement. Two deposits with a statement line each
 * are two transfers.
 * @param deposit the name of the joined `deposits`.
 */
export const sameAmountDeposit = (deposit: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select
    other.created_at, other.utr_reference, other.status,
    case when other.tenant_id <> ${deposit}.tenant_id then tenants.name end as tenant
  from bank_accounts as own
  join bank_accounts as same
    on same.account_number_hash = own.account_number_hash and same.ifsc_code = own.ifsc_code
  join deposits as other on other.bank_account_id = same.id
  join tenants on tenants.id = other.tenant_id
  left join lateral (${newestStatementLine(deposit)}) as line on true
  left join lateral (${newestStatementLine(sql.table("other"))}) as other_line on true
  where own.id = ${deposit}.bank_account_id
    and other.id <> ${deposit}.id
    and other.amount_paise = ${deposit}.amount_paise
    and other.status <> 'failed' and other.came_through is null
    and other.created_at > ${deposit}.created_at - interval '7 days'
    and other.created_at < ${deposit}.created_at + interval '7 days'
    and (
      other.created_at > ${deposit}.created_at - interval '24 hours'
      and other.created_at < ${deposit}.created_at + interval '24 hours'
      or other.status = 'completed' and line.statement_credit_id is not null
    )
    and (line.statement_credit_id <> other_line.statement_credit_id) is not true
  order by other.created_at
  limit 1
`;

/**
 * A credit of the same amount that reached the tenant's virtual account within three days.
 * @param deposit the name of the joined `deposits`.
 */
export const virtualAccountCredit = (deposit: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select credit.sent_at, credit.utr_reference, credit.state
  from virtual_accounts as own
  join incoming_credits as credit on credit.virtual_account_id = own.id
  left join deposits as credited on credited.id = credit.deposit_id
  where own.tenant_id = ${deposit}.tenant_id
    and credit.amount_paise = ${deposit}.amount_paise
    and credit.utr_key is distinct from ${deposit}.utr_key
    and credit.created_at > ${deposit}.created_at - interval '4 days'
    and credit.sent_at between ${deposit}.created_at - interval '3 days'
      and ${deposit}.created_at + interval '3 days'
    and (
      credit.state = 'suspense' or credit.state = 'credited'
      and credited.came_through is not null
      and credited.bank_account_id = ${deposit}.bank_account_id
    )
  order by credit.sent_at
  limit 1
`;

/**
 * Whether the deposit has the warning `SAME_AMOUNT` or `ARRIVED_ANOTHER_WAY`, as an SQL condition: its
 * money may already be credited, so no statement line of it is an exact match.
 * @param deposit the name of the joined `deposits`.
 */
export const isPossibleDuplicate = (deposit: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (${sameAmountDeposit(deposit)}) or exists (${virtualAccountCredit(deposit)})
)`;
