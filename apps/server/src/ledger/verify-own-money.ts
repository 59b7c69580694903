import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";

const rules = {
  recorded: "every transfer of own money and every provider charge has one posting, and no other",
  charges: "the booked charges of a payout are what its provider named",
  corrections: "every correction takes back its whole transfer, and only once",
  links: "every credit of a provider's list equals the transfer that it is linked with",
  claims: "no transfer is both a deposit and the platform's own",
  providers: "the provider account is the transfers, payouts and charges of each provider",
  platformDays: "every day's sums of the platform's own money equal its postings",
  chargeDays: "every day's sums of provider charges equal the charges",
} as const;
/** Each rule by its name, for the mutations of the simulation. */
export const ownMoneyRule = rules;
/** The rules that `verifyOwnMoney` checks. `verifyAmounts` compares amounts and accounts. */
export const ownMoneyRules = Object.values(rules);

/**
 * Compares the postings of the platform's own money with their records, and the provider account with
 * the sums of each provider. Shares no code with what posts, so that a fault there is found here.
 */
export async function verifyOwnMoney(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${rules.recorded}::text as rule,
      coalesce(record.kind, posted.kind) || ' ' || coalesce(record.id, posted.id) as where
    from (
      select id, 'transfer' as kind from fund_transfers
      union all select id, 'expense' from provider_charges
    ) as record
    full join (
      select subject_id as id, kind, count(*) as count
      from ledger_postings where kind in ('transfer', 'expense') group by subject_id, kind
    ) as posted on posted.id = record.id and posted.kind = record.kind
    where posted.count is distinct from 1 or record.id is null
    union all
    select ${rules.charges}::text, coalesce(payouts.id, booked.payout_id)::text
    from (
      select payout_id, sum(fee_paise) as fee, sum(tax_paise) as tax
      from provider_charges where payout_id is not null group by payout_id
    ) as booked
    full join (
      select id, tenant_id, adapter, status, coalesce(provider_fee_paise, 0) as fee,
        coalesce(provider_tax_paise, 0) as tax
      from payouts where coalesce(provider_fee_paise, 0) <> 0 or coalesce(provider_tax_paise, 0) <> 0
    ) as payouts on payouts.id = booked.payout_id
    where (coalesce(payouts.fee, 0), coalesce(payouts.tax, 0))
        <> (coalesce(booked.fee, 0), coalesce(booked.tax, 0))
      -- An open payout has no charge yet, and others are about to be booked.
      and (booked.payout_id is not null or payouts.status in ('success', 'failed'))
      and not exists (
        select from provider_charge_queue as due
        where due.payout_id = coalesce(payouts.id, booked.payout_id)
      )
      and not exists (
        select from ledger_postings as posting
        where posting.id > (select up_to from provider_charge_head)
          and kind in ('settle', 'release', 'reverse')
          and subject_id = coalesce(payouts.id, booked.payout_id)
      )
    union all
    select ${rules.charges}::text, charge.id || ' of payout ' || payout_id
    from provider_charges as charge join payouts on payouts.id = payout_id
    where charge.tenant_id <> payouts.tenant_id or charge.adapter is distinct from payouts.adapter
    union all
    select ${rules.corrections}::text, coalesce(corrected.id, correction.id)::text
    from (select * from fund_transfers where corrected_at is not null) as corrected
    full join (select * from fund_transfers where corrects_id is not null) as correction
      on correction.corrects_id = corrected.id
    where (
      corrected.source, corrected.destination, corrected.adapter, corrected.receiving_account_id,
      corrected.amount_paise
    ) is distinct from (
      correction.destination, correction.source, correction.adapter,
      correction.receiving_account_id, correction.amount_paise
    )
    union all
    select ${rules.links}::text, credit.adapter || ' ' || credit_reference
    from provider_credits as credit join fund_transfers as transfer on transfer.id = transfer_id
    where (credit.adapter, credit.amount_paise) is distinct from (transfer.adapter, transfer.amount_paise)
      or destination <> 'provider' or corrects_id is not null or corrected_at is not null
    union all
    select ${rules.claims}::text, 'UTR key ' || utr_key
    from (
      select utr_key from fund_transfers where corrects_id is null and corrected_at is null
      union all select utr_key from deposits where status = 'completed'
        and utr_key in (select utr_key from fund_transfers)
    ) as claim
    where utr_key is not null group by utr_key having count(*) > 1
    union all
    select ${rules.providers}::text, coalesce(posted.adapter, recorded.adapter) || ': '
      || coalesce(posted.paise, 0) || ' paise posted, ' || coalesce(recorded.paise, 0) || ' recorded'
    from (${postedByProvider}) as posted
    full join (${recordedByProvider}) as recorded on recorded.adapter = posted.adapter
    where coalesce(posted.paise, 0) <> coalesce(recorded.paise, 0)
    union all
    select ${rules.platformDays}::text, stored.day || ' ' || stored.kind || ' ' || stored.account
    from ledger_platform_days as stored
    full join (${platformDays}) as summed
      on summed.day = stored.day and summed.kind = stored.kind and summed.account = stored.account
    where (stored.credit_paise, stored.debit_paise) is distinct from (summed.credit, summed.debit)
    union all
    select ${rules.chargeDays}::text,
      coalesce(stored.adapter, summed.adapter) || ' ' || coalesce(stored.day, summed.day)
    from provider_charge_days as stored
    full join (${chargeDays}) as summed
      on summed.adapter = stored.adapter and summed.day = stored.day
    where (stored.count, stored.fee_paise, stored.tax_paise, payout_fee_paise, payout_tax_paise)
      is distinct from (summed.count, fee, tax, payout_fee, payout_tax)
  `.execute(db);
  return rows;
}

/** The entries on the provider account by the adapter of the posting's record. */
const postedByProvider = sql`
  select
    coalesce(
      payouts.adapter, returned.adapter, fund_transfers.adapter, charge.adapter, adjustments.adapter, ''
    ) as adapter,
    sum(entry.amount_paise) as paise
  from ledger_entries as entry
  join ledger_postings as posting on posting.id = entry.posting_id
  left join payouts on payouts.id = subject_id and posting.kind in ('settle', 'reverse')
  left join payout_reversals as part on part.id = subject_id and posting.kind = 'partial_return'
  left join payouts as returned on returned.id = part.payout_id
  left join fund_transfers on fund_transfers.id = subject_id and posting.kind = 'transfer'
  left join provider_charges as charge on charge.id = subject_id and posting.kind = 'expense'
  left join adjustments
    on adjustments.id = subject_id and posting.kind in ('adjust', 'adjust_credit', 'adjust_debit')
  where account = 'provider'
  group by 1
`;

/** What the records and the rollups say that each provider's part of the account must be. */
const recordedByProvider = sql`
  select adapter, sum(paise) as paise
  from (
    select adapter, success_paise as paise from adapter_rollups
    union all select adapter, success_paise from adapter_rollup_changes
    union all
    select adapter, case when source = 'provider' then amount_paise else -amount_paise end
    from fund_transfers where adapter is not null
    union all select adapter, fee_paise + tax_paise from provider_charge_days
    -- An adjustment from before names no provider.
    union all
    select coalesce(adapter, ''),
      case credit_account when 'provider' then amount_paise else -amount_paise end
    from adjustments where state = 'posted' and 'provider' in (debit_account, credit_account)
  ) as part
  group by adapter
`;

const platformDays = sql`
  select (posting.created_at at time zone 'Asia/Kolkata')::date as day, kind, account,
    sum(greatest(amount_paise, 0)) as credit, sum(greatest(-amount_paise, 0)) as debit
  from ledger_postings as posting join ledger_entries on posting_id = posting.id
  where kind in ('transfer', 'expense')
  group by 1, 2, 3
`;

const chargeDays = sql`
  select adapter, (booked_at at time zone 'Asia/Kolkata')::date as day, count(*) as count,
    sum(fee_paise) as fee, sum(tax_paise) as tax,
    coalesce(sum(fee_paise) filter (where payout_id is not null), 0) as payout_fee,
    coalesce(sum(tax_paise) filter (where payout_id is not null), 0) as payout_tax
  from provider_charges group by 1, 2
`;
