import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";

export const adjustmentRules = {
  adjustments: "every signed adjustment is posted once, and no other",
  corrections: "no deposit is corrected by more than its amount",
  chargebacks: "every chargeback took its own credit back once",
  receivables: "every receivable equals what was owed minus what was paid",
  repayments: "every credit pays off what its tenant owes first",
} as const;

/**
 * Verifies adjustments, chargebacks and receivables from their rows and the entries, apart from the
 * code that posts them.
 */
export async function verifyAdjustments(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${adjustmentRules.adjustments}::text as rule,
      coalesce(adjustments.id, posted.subject_id)::text as where
    from (select * from adjustments where state = 'posted') as adjustments
    full join (
      select subject_id, array_agg(kind order by kind) as kinds
      from ledger_postings where kind in ('adjust', 'adjust_credit', 'adjust_debit', 'owe')
      group by subject_id
    ) as posted on posted.subject_id = adjustments.id
    where adjustments.id is null or posted.kinds is distinct from array_remove(array[
      case 'wallet' when debit_account then 'adjust_debit' when credit_account then 'adjust_credit'
        else 'adjust' end,
      case when owed_paise > 0 then 'owe' end
    ], null)
    union all
    select ${adjustmentRules.corrections}::text, deposits.id::text
    from deposits full join (
      select deposit_id, sum(case 'wallet' when debit_account then amount_paise
        else -amount_paise end) as paise, bool_and(has_same_tenant) as has_same_tenant
      from (
        select adjustments.*, tenant_id = (
          select tenant_id from deposits where id = deposit_id and status = 'completed'
        ) as has_same_tenant
        from adjustments where state = 'posted' and deposit_id is not null
      ) as linked
      group by deposit_id
    ) as corrected on corrected.deposit_id = deposits.id
    where corrected_paise <> coalesce(paise, 0) or corrected_paise not between 0 and amount_paise
      or has_same_tenant is not true and paise is not null
    union all
    select ${adjustmentRules.chargebacks}::text, chargeback.id::text
    from credit_chargebacks as chargeback
    left join incoming_credits as credit on credit.id = incoming_credit_id
    left join adjustments as debit
      on debit.chargeback_id = chargeback.id and debit.kind = 'chargeback' and debit.state = 'posted'
    where case chargeback.state
      when 'debited' then (debit.amount_paise, debit.deposit_id)
        is distinct from (chargeback.amount_paise, credit.deposit_id)
      when 'returned' then (credit.amount_paise, credit.chargeback_id)
        is distinct from (chargeback.amount_paise, chargeback.id)
      else debit.id is not null or credit.chargeback_id = chargeback.id
    end or credit.credit_reference <> chargeback.credit_reference
    union all
    select ${adjustmentRules.receivables}::text, wallets.id || ' owes ' || receivable_paise
      || ' paise instead of ' || coalesce(owed, 0) - coalesce(paid, 0)
    from wallets
    left join (
      select tenant_id, sum(owed_paise) as owed from adjustments where state = 'posted' group by 1
    ) as adjusted on adjusted.tenant_id = wallets.id
    left join (
      select tenant_id, sum(amount_paise) filter (where amount_paise > 0) as paid,
        -sum(amount_paise) as booked
      from ledger_entries where account = 'receivable' group by 1
    ) as payments on payments.tenant_id = wallets.id
    where receivable_paise <> coalesce(owed, 0) - coalesce(paid, 0)
      or receivable_paise <> coalesce(booked, 0)
    union all
    select ${adjustmentRules.repayments}::text, wallet_id || ' entry ' || wallet_entry
    from (${availableEntries}) as entry
    where owed < 0
      or kind = 'repay' and (
        subject_id is distinct from previous_posting or previous_paise < -amount_paise
        or owed > 0 and balance_after_paise > 0 or receivable_paise is distinct from -amount_paise
      )
      or owed > 0 and balance_after_paise > 0
        and (kind = 'owe' and next_kind = 'adjust_debit' and next_subject = subject_id) is not true
        and (next_kind = 'repay' and next_subject = posting_id) is not true
        and (kind = 'request_release' and next_kind = 'hold' and exists (
          select from request_holds where id = subject_id and payout_id = next_subject
        )) is not true
  `.execute(db);
  return rows;
}

/**
 * Every change of the available balance of tenants that ever owed something, with what they owe after
 * it and the entries around it.
 */
const availableEntries = sql`
  select entry.*, kind, subject_id,
    sum(case when kind in ('owe', 'repay') then amount_paise else 0 end) over wallet as owed,
    lag(posting_id) over wallet as previous_posting, lag(amount_paise) over wallet as previous_paise,
    lead(kind) over wallet as next_kind, lead(subject_id) over wallet as next_subject,
    (
      select sum(amount_paise) from ledger_entries as other
      where other.posting_id = entry.posting_id and account = 'receivable'
    ) as receivable_paise
  from ledger_entries as entry join ledger_postings as posting on posting.id = posting_id
  where account = 'available' and wallet_id in (
    select tenant_id from ledger_postings where kind in ('owe', 'repay')
  )
  window wallet as (partition by wallet_id order by wallet_entry)
`;
