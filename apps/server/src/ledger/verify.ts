import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";
import { allPostings } from "./wallet-movements.ts";
import { noTenantId } from "./posting.ts";
import { adjustmentRules, verifyAdjustments } from "./verify-adjustments.ts";
import { amountRule, verifyAmounts } from "./verify-amounts.ts";
import { ownMoneyRules, verifyOwnMoney } from "./verify-own-money.ts";
import { requestHoldRules, verifyRequestHolds } from "./verify-request-holds.ts";
import { unsentRules, verifyUnsent } from "./verify-unsent.ts";
import { receivingRules, verifyReceivingAccounts } from "./verify-receiving-accounts.ts";

const rules = {
  sums: "every posting sums to zero",
  follows: "every balance follows from the entry before",
  covered: "no wallet is below zero at any entry",
  wallets: "every wallet equals the replay of its entries",
  tenants: "every posting is kept with the tenant whose wallet it is on",
  days: "every day's sums of a wallet equal its postings",
  held: "held money equals the open payouts and what payment requests hold",
  credits: "every completed deposit is credited once, and no other",
  transfers: "no two deposits claim one transfer",
  states: "every payout has the postings that its state asks for",
  holds: "every posting of a payout belongs to one",
  partial: "every partial return has its posting, and together they stay below the payout",
  withdrawals: "every withdrawal is free and goes to an account of its tenant",
  closed:
    "every closed account is empty and owes nothing, and every remainder set aside has its closing",
  timelines: "every line of a timeline and every decision is with its tenant",
  suspense: "the suspense account equals the undecided incoming credits and what adjustments moved",
  suspended: "every incoming credit has the postings that its state asks for",
  amounts: amountRule,
  ...adjustmentRules,
  ...requestHoldRules,
} as const;
/** The rules that `verifyBooks` checks. */
export const bookRules: readonly string[] = [
  ...Object.values(rules),
  ...ownMoneyRules,
  ...unsentRules,
  ...receivingRules,
];

/** Verifies the ledger and the records. @returns the faults; an empty list if there are none. */
export async function verifyBooks(db: Db): Promise<Fault[]> {
  return [
    ...(await verifyLedger(db)),
    ...(await verifyRecords(db)),
    ...(await verifyAmounts(db)),
    ...(await verifyOwnMoney(db)),
    ...(await verifyUnsent(db)),
    ...(await verifyReceivingAccounts(db)),
    ...(await verifyAdjustments(db)),
    ...(await verifyRequestHolds(db)),
  ];
}

/**
 * Replays the ledger and returns every fault: for instance a posting that does not sum to zero, a
 * balance that does not follow from the previous entry, or a wallet that differs from its entries.
 */
export async function verifyLedger(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${rules.sums}::text as rule, posting_id::text as where
    from ledger_entries group by posting_id having sum(amount_paise) <> 0
    union all
    select ${rules.follows}::text, wallet_id || ' entry ' || wallet_entry
    from (
      select wallet_id, wallet_entry, balance_after_paise,
        sum(amount_paise) over (partition by wallet_id, account order by wallet_entry) as replayed,
        row_number() over (partition by wallet_id order by wallet_entry) as expected_entry
      from ledger_entries where wallet_id is not null
    ) as entries
    where balance_after_paise <> replayed or wallet_entry <> expected_entry
    union all
    select ${rules.covered}::text, wallet_id || ' entry ' || wallet_entry
    from ledger_entries where balance_after_paise < 0
    union all
    select ${rules.wallets}::text, wallets.id::text
    from wallets
    left join (
      select wallet_id,
        coalesce(sum(amount_paise) filter (where account = 'available'), 0) as available,
        coalesce(sum(amount_paise) filter (where account = 'held'), 0) as held,
        count(*) as entries
      from ledger_entries where wallet_id is not null group by wallet_id
    ) as replayed on replayed.wallet_id = wallets.id
    where (wallets.available_paise, wallets.held_paise, wallets.entry_count)
      is distinct from (coalesce(available, 0), coalesce(held, 0), coalesce(entries, 0))
    union all
    select ${rules.tenants}::text, posting_id::text from (${misplacedPostings}) as misplaced
    union all
    select ${rules.days}::text, coalesce(stored.wallet_id, summed.wallet_id) || ' ' || coalesce(stored.day, summed.day)
    from ledger_days as stored full join (${summedDays}) as summed using (wallet_id, day, kind)
    where (stored.count, total_paise, provider_paise, fee_paise, gst_paise)
      is distinct from (summed.count, total, provider, fee, gst)
  `.execute(db);
  return rows;
}

/** The content of `ledger_days`, summed from the entries. */
const summedDays = sql`
  select wallet as wallet_id, (at at time zone 'Asia/Kolkata')::date as day, kind, count(*) as count,
    sum(greatest(abs(available), abs(held))) as total, sum(provider) as provider, sum(fee) as fee,
    sum(gst) as gst
  from (${allPostings}) as moved
  where wallet is not null
  group by 1, 2, 3
`;

/**
 * The tenant follows from the wallet of the entries, which checkpoints cover. No foreign key holds an
 * entry's posting and wallet.
 */
const misplacedPostings = sql`
  select posting_id
  from ledger_entries as entry left join ledger_postings as posting on posting.id = posting_id
  where posting.id is null or entry.tenant_id is distinct from posting.tenant_id
    or wallet_id <> posting.tenant_id
  union
  select posting_id from ledger_entries
  where wallet_id is not null and not exists (select from wallets where wallets.id = wallet_id)
  union
  select id from ledger_postings
  where tenant_id <> ${noTenantId}::uuid and not exists (
    select from ledger_entries where posting_id = id and wallet_id is not null
  )
`;

/** Compares the ledger with the records that explain it: deposits, payouts and reversals. */
export async function verifyRecords(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${rules.held}::text as rule, wallets.id::text as where
    from wallets
    left join (
      select tenant_id, sum(amount_paise + fee_paise + gst_paise) as total
      from payouts where status in ('pending', 'processing') group by tenant_id
    ) as open on open.tenant_id = wallets.id
    left join (
      select tenant_id, sum(amount_paise) as total
      from request_holds where released_at is null group by tenant_id
    ) as requested on requested.tenant_id = wallets.id
    where wallets.held_paise <> coalesce(open.total, 0) + coalesce(requested.total, 0)
    union all
    select ${rules.credits}::text,
      coalesce(deposits.id, credits.subject_id)::text
    from (select * from deposits where status = 'completed') as deposits
    full join (select * from ledger_postings where kind = 'credit') as credits
      on credits.subject_id = deposits.id
    where deposits.id is null or credits.subject_id is null
    union all
    select ${rules.transfers}::text, string_agg(id::text, ' ' order by id)
    from deposits where status <> 'failed' group by utr_key having count(*) > 1
    union all
    select ${rules.states}::text, payouts.id::text
    from payouts
    left join lateral (
      select array_agg(kind order by kind) as kinds
      from ledger_postings where subject_id = payouts.id
    ) as posted on true
    left join payout_reversals on payout_reversals.payout_id = payouts.id and not is_partial
    where posted.kinds is distinct from case
      when payout_reversals.payout_id is not null then array['hold', 'reverse', 'settle']
      when status = 'success' then array['hold', 'settle']
      when status in ('failed', 'cancelled') then array['hold', 'release']
      else array['hold']
    end
    union all
    select ${rules.holds}::text, subject_id::text
    from ledger_postings where kind in ('hold', 'settle', 'release', 'reverse')
      and not exists (select from payouts where payouts.id = subject_id)
    union all
    select ${rules.partial}::text, payouts.id::text
    from payouts
    left join lateral (
      select sum(part.amount_paise - part.fee_paise - part.gst_paise) as paise,
        sum(part.fee_paise) as fee, sum(part.gst_paise) as gst
      from payout_reversals as part where part.payout_id = payouts.id and is_partial
    ) as parts on true
    where payouts.returned_paise <> coalesce(parts.paise, 0)
      or (payouts.charges_returned_at is not null) <> (coalesce(parts.fee + parts.gst, 0) > 0)
      or coalesce(parts.fee, 0) not in (0, payouts.fee_paise)
      or coalesce(parts.gst, 0) not in (0, payouts.gst_paise)
      or payouts.returned_paise >= payouts.amount_paise
      or (payouts.returned_paise > 0 and status <> 'success' and returned_at is null)
    union all
    select ${rules.partial}::text, coalesce(posted.subject_id, part.id)::text
    from (select * from payout_reversals where is_partial) as part
    full join (select * from ledger_postings where kind = 'partial_return') as posted
      on posted.subject_id = part.id
    where posted.subject_id is null or part.id is null
    union all
    select ${rules.withdrawals}::text, payouts.id::text
    from payouts
    left join bank_accounts on bank_accounts.id = bank_account_id
    where payout_kind = 'withdrawal' and (
      fee_paise <> 0 or gst_paise <> 0
      or bank_accounts.tenant_id is distinct from payouts.tenant_id
      or account_number_hash is distinct from destination_hash
      or bank_accounts.ifsc_code is distinct from payouts.ifsc_code
    )
    union all
    select ${rules.closed}::text, tenants.id::text
    from tenants join wallets on wallets.id = tenants.id
    where closed_at is not null and (
      available_paise <> 0 or held_paise <> 0 or receivable_paise <> 0 or exists (
        select from payouts
        where tenant_id = tenants.id and status in ('pending', 'processing')
      )
      or exists (select from deposits where tenant_id = tenants.id and status = 'pending')
    )
    union all
    select ${rules.closed}::text, coalesce(posted.subject_id, kept.id)::text
    from (select * from tenant_closings where set_aside_paise > 0) as kept
    full join (select * from ledger_postings where kind = 'set_aside') as posted
      on posted.subject_id = kept.id
    where posted.subject_id is null or kept.id is null
    union all
    select ${rules.closed}::text, tenants.id::text
    from tenants full join (select tenant_id from tenant_closings where state = 'open') as open
      on open.tenant_id = tenants.id
    where (tenants.closing_at is not null) <> (open.tenant_id is not null)
    union all
    select ${rules.timelines}::text, payout_id || ' ' || line.what
    from (
      select payout_id, tenant_id, event as what from payout_events
      union all
      select payout_id, tenant_id, 'decision ' || id from payout_decisions
    ) as line
    left join payouts on payouts.id = payout_id
    where payouts.id is null or line.tenant_id <> payouts.tenant_id
    union all
    select ${rules.suspense}::text, books.paise || ' paise in the books, ' || rows.paise || ' waiting'
    from (
      select coalesce(sum(amount_paise), 0) as paise from ledger_entries where account = 'suspense'
    ) as books, (
      select coalesce(sum(paise), 0) as paise from (
        select amount_paise as paise from incoming_credits where state = 'suspense'
        union all
        select case 'suspense' when credit_account then amount_paise when debit_account
          then -amount_paise end
        from adjustments where state = 'posted'
      ) as waiting
    ) as rows
    where books.paise <> rows.paise
    union all
    select ${rules.suspended}::text, coalesce(incoming_credits.id, posted.subject_id)::text
    from incoming_credits
    full join (
      select subject_id, array_agg(kind order by kind) as kinds
      from ledger_postings where kind in ('suspend', 'return') group by subject_id
    ) as posted on posted.subject_id = incoming_credits.id
    where incoming_credits.id is null or posted.kinds is distinct from case
      when state = 'credited' then null
      when state in ('returned', 'dismissed') then array['return', 'suspend']
      else array['suspend']
    end
  `.execute(db);
  return rows;
}
