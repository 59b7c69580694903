-- Withdrawals to a tenant's own bank account, and the closing of an account in steps.
-- The checks hold for every row that is there: its new columns have their defaults.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, adding-required-field, constraint-missing-not-valid, adding-not-nullable-field, prefer-robust-stmts

-- A withdrawal is a payout without fee to one of the tenant's approved accounts.
alter table payouts
add column payout_kind text not null default 'payout',
add column bank_account_id uuid,
add column closing_id uuid,
add constraint payouts_payout_kind_check check (
  payout_kind in ('payout', 'withdrawal')
  and (payout_kind = 'withdrawal') = (bank_account_id is not null)
  and (payout_kind = 'payout' or (fee_paise = 0 and gst_paise = 0))
  and (closing_id is null or payout_kind = 'withdrawal')
) not valid;
create index payouts_withdrawn on payouts (person_id, finished_at) where payout_kind = 'withdrawal';

-- Since when the account is being closed; null before and after.
alter table people
add column closing_at timestamptz,
add constraint people_closing_check check (closing_at is null or closed_at is null) not valid;

create table tenant_closings (
  id uuid primary key,
  tenant_id uuid not null references people,
  state text not null default 'open' check (state in ('open', 'closed', 'withdrawn')),
  reason text not null,
  -- Null when money that came back after the closing opened it again.
  started_by uuid references people,
  started_at timestamptz not null,
  -- The account that gets the balance, as the newest code named it.
  bank_account_id uuid,
  -- A remainder below the providers' minimum that a super admin has set aside.
  set_aside_paise bigint not null default 0 check (set_aside_paise >= 0),
  set_aside_by uuid references people,
  -- A withdrawal failed or came back: a super admin has to act.
  needs_attention boolean not null default false,
  ended_by uuid references people,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check ((set_aside_paise = 0) = (set_aside_by is null))
);
create unique index tenant_closings_open on tenant_closings (tenant_id) where state = 'open';
create index tenant_closings_of_tenant on tenant_closings (tenant_id, started_at);

alter table ledger_postings
drop constraint ledger_postings_kind_check,
add constraint ledger_postings_kind_check check (
  kind in (
    'credit', 'hold', 'settle', 'release', 'reverse', 'partial_return', 'set_aside', 'suspend',
    'return', 'adjust', 'adjust_credit', 'adjust_debit', 'owe', 'repay'
  )
) not valid;

-- With remainders, the postings of a wallet that are neither deposits nor payouts.
drop index ledger_postings_adjusting;
create index ledger_postings_adjusting on ledger_postings (tenant_id, created_at, id)
where kind in ('adjust_credit', 'adjust_debit', 'owe', 'repay', 'set_aside');

-- What we still owe closed tenants: remainders that no provider pays out.
alter table ledger_entries
drop constraint ledger_entries_account_check,
add constraint ledger_entries_account_check check (
  account in (
    'available', 'held', 'bank', 'provider', 'fee_income', 'gst_payable', 'suspense',
    'receivable', 'losses', 'unclaimed'
  )
) not valid;

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_cancelled', 'payouts_cancelled', 'bank_account_revoked',
    'payout_settled', 'payout_failed', 'payout_reversed', 'payout_partly_returned',
    'account_closing', 'closing_blocked',
    'payouts_locked', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense',
    'reconciliation_differs', 'reconciliation_failed', 'export_ready', 'export_failed',
    'statement_contradicts',
    'wallet_adjusted', 'receivable_paid', 'adjustment_proposed', 'credit_charged_back'
  )
) not valid;
