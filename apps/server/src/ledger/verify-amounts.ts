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
    case when account = 'available' then person_id end as wallet_id, paise
  from deposits cross join lateral (values
    ('available', amount_paise),
    (case when exists (
      select from incoming_credits where deposit_id = deposits.id and state = 'assigned'
    ) then 'suspense' else 'bank' end, -amount_paise)
  ) as line (account, paise)
  where status = 'completed'
  union all
  select payouts.id, kind, account,
    case when account in ('available', 'held') then person_id end, paise
  from payouts cross join lateral (
    select amount_paise + fee_paise + gst_paise as total
  ) as charge cross join lateral (values
    ('hold', 'available', -total), ('hold', 'held', total),
    ('settle', 'held', -total), ('settle', 'provider', amount_paise),
    ('settle', 'fee_income', fee_paise), ('settle', 'gst_payable', gst_paise),
    ('release', 'held', -total), ('release', 'available', total),
    ('reverse', 'available', total), ('reverse', 'provider', -amount_paise),
    ('reverse', 'fee_income', -fee_paise), ('reverse', 'gst_payable', -gst_paise)
  ) as line (kind, account, paise)
  where paise <> 0
  union all
  select incoming_credits.id, kind, account, null, paise
  from incoming_credits cross join lateral (values
    ('suspend', 'bank', -amount_paise), ('suspend', 'suspense', amount_paise),
    ('return', 'suspense', -amount_paise), ('return', 'bank', amount_paise)
  ) as line (kind, account, paise)
`;
