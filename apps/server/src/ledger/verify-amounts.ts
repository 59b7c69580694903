import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";

export const amountRule = "every posting moves its record's amount, fee and GST on its own wallet";

/**
 * Compares each posting's lines with the record that it is about, account by account: the amount,
 * the wallet and the kind. States the bookings a second time instead of calling `ledger.ts`, so that
 * a fault there is found here. A posting that should not exist breaks another rule.
 * @returns a fault for each posting whose lines differ, with what is posted and what should be.
 */
export async function verifyAmounts(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with line as (
      ${expectedLines}
    ), expected as (
      select subject_id, kind,
        string_agg(account || coalesce(' ' || wallet_id, '') || ' ' || paise, ', ' order by account)
          as lines
      from line group by subject_id, kind
    ), posted as (
      select subject_id, kind, coalesce(
        string_agg(account || coalesce(' ' || wallet_id, '') || ' ' || amount_paise, ', ' order by account),
        'nothing'
      ) as lines
      from ledger_postings left join ledger_entries on posting_id = ledger_postings.id
      group by subject_id, kind
    )
    select ${amountRule}::text as rule,
      kind || ' of ' || subject_id || ': ' || posted.lines || ' instead of ' || expected.lines as where
    from expected join posted using (subject_id, kind)
    where expected.lines <> posted.lines
  `.execute(db);
  return rows;
}

/** What each record's postings must move: account, wallet for the tenant's accounts, and paise. */
const expectedLines = sql`
  select deposits.id as subject_id, 'credit' as kind, account,
    case when account = 'available' then tenant_id end as wallet_id, paise
  from deposits cross join lateral (values
    ('available', amount_paise),
    (case when exists (
      select from incoming_credits where deposit_id = deposits.id and state = 'assigned'
    ) then 'suspense' else 'bank' end, -amount_paise)
  ) as line (account, paise)
  where status = 'completed'
  union all
  select payouts.id, kind, account,
    case when account in ('available', 'held') then tenant_id end, paise
  from payouts cross join lateral (
    select amount_paise + fee_paise + gst_paise as total
  ) as charge left join lateral (
    select coalesce(sum(part.amount_paise), 0)::bigint as back,
      coalesce(sum(part.fee_paise), 0)::bigint as back_fee,
      coalesce(sum(part.gst_paise), 0)::bigint as back_gst
    from payout_reversals as part where part.payout_id = payouts.id and is_partial
  ) as parts on true cross join lateral (values
    ('hold', 'available', -total), ('hold', 'held', total),
    ('settle', 'held', -total), ('settle', 'provider', amount_paise),
    ('settle', 'fee_income', fee_paise), ('settle', 'gst_payable', gst_paise),
    ('release', 'held', -total), ('release', 'available', total),
    ('reverse', 'available', total - back),
    ('reverse', 'provider', back - back_fee - back_gst - amount_paise),
    ('reverse', 'fee_income', back_fee - fee_paise),
    ('reverse', 'gst_payable', back_gst - gst_paise)
  ) as line (kind, account, paise)
  where paise <> 0
  union all
  select id, 'partial_return', account, case when account = 'available' then tenant_id end, paise
  from payout_reversals cross join lateral (values
    ('available', amount_paise), ('provider', fee_paise + gst_paise - amount_paise),
    ('fee_income', -fee_paise), ('gst_payable', -gst_paise)
  ) as line (account, paise)
  where is_partial and paise <> 0
  union all
  select id, kind, account, tenant_id, paise
  from request_holds cross join lateral (values
    ('request_hold', 'available', -amount_paise), ('request_hold', 'held', amount_paise),
    ('request_release', 'held', -amount_paise), ('request_release', 'available', amount_paise)
  ) as line (kind, account, paise)
  union all
  select id, 'set_aside', account, case when account = 'available' then tenant_id end, paise
  from tenant_closings cross join lateral (values
    ('available', -set_aside_paise), ('unclaimed', set_aside_paise)
  ) as line (account, paise)
  where paise <> 0
  union all
  select incoming_credits.id, kind, account, null, paise
  from incoming_credits cross join lateral (values
    ('suspend', 'bank', -amount_paise), ('suspend', 'suspense', amount_paise),
    ('return', 'suspense', -amount_paise), ('return', 'bank', amount_paise)
  ) as line (kind, account, paise)
  union all
  select fund_transfers.id, 'transfer', account, null, paise
  from fund_transfers cross join lateral (values
    (source, amount_paise), (destination, -amount_paise)
  ) as line (account, paise)
  union all
  select provider_charges.id, 'expense', account, null, paise
  from provider_charges cross join lateral (values
    ('provider', fee_paise + tax_paise), ('provider_fees', -fee_paise),
    ('input_tax_credit', -tax_paise)
  ) as line (account, paise)
  where paise <> 0
  union all
  select adjustments.id, case line.kind when 'owe' then 'owe'
      else case 'wallet' when debit_account then 'adjust_debit' when credit_account
        then 'adjust_credit' else 'adjust' end
    end, case account when 'wallet' then 'available' else account end,
    case when account in ('wallet', 'available') then tenant_id end, paise
  from adjustments cross join lateral (values
    ('adjust', debit_account, -amount_paise), ('adjust', credit_account, amount_paise),
    ('owe', 'receivable', -owed_paise), ('owe', 'available', owed_paise)
  ) as line (kind, account, paise)
  where state = 'posted' and paise <> 0
`;
