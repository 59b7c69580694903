-- Each index is on an empty table or a table of requests, short enough to be read while one waits.
-- squawk-ignore-file require-concurrent-index-creation
-- squawk-ignore-file ban-drop-not-null

-- A tenant's own account number with a provider: what arrives on it is the tenant's.
create table virtual_accounts (
  id uuid primary key,
  person_id uuid not null references people,
  adapter text not null,
  -- What the provider is asked with, again and again: it opens one account for it.
  key text not null unique check (key ~ '^[A-Z0-9]{1,20}$'),
  -- The provider's answer, once there is one.
  provider_reference text,
  account_number text,
  ifsc_code text,
  state text not null default 'opening' check (
    state in ('opening', 'open', 'closing', 'closed')
  ),
  -- The provider takes money only from approved accounts: which list of them it should have, and
  -- which one it has. They differ while the provider is asked.
  lock_wanted integer not null default 1,
  lock_set integer not null default 0,
  locked_at timestamptz,
  -- The background job that looks again before it ends; none while there is nothing to do.
  job_id uuid,
  made_by uuid not null references people,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  unique (adapter, provider_reference),
  check ((provider_reference is null) = (account_number is null)),
  check ((account_number is null) = (ifsc_code is null)),
  check (state <> 'open' or provider_reference is not null)
);

create unique index virtual_accounts_one on virtual_accounts (person_id, adapter)
where state <> 'closed';

-- Which deposits were made by money that arrived, not asked for: through which adapter. The sender
-- is then not always an account of the tenant's.
alter table deposits
add column came_through text,
alter column bank_account_id drop not null,
add constraint deposits_from_somewhere check (
  bank_account_id is not null or came_through is not null
) not valid;

-- Money that arrived on a virtual account, once for each credit of the provider's however often it
-- is told.
create table incoming_credits (
  id uuid primary key,
  adapter text not null,
  credit_reference text not null,
  -- The provider's name for the account, and ours of it when we know it.
  virtual_account_reference text not null,
  virtual_account_id uuid references virtual_accounts,
  amount_paise bigint not null check (amount_paise > 0),
  -- As the bank told it, and as a UTR where it is one.
  bank_reference text,
  utr_reference text check (utr_reference ~ '^[A-Z0-9]{12,22}$'),
  sender_number_sealed bytea,
  sender_number_end text,
  sender_ifsc text,
  sender_name text,
  sent_at timestamptz not null,
  created_at timestamptz not null,
  -- `arriving` only within the transaction that brings it.
  state text not null check (
    state in ('arriving', 'credited', 'suspense', 'assigned', 'returned', 'dismissed')
  ),
  -- Why it went to the suspense account.
  reason text,
  deposit_id uuid references deposits,
  -- Above the limit in System Settings two people decide: what the first of them wants.
  first_decision json,
  first_decided_by uuid references people,
  first_decided_at timestamptz,
  decided_by uuid references people,
  decided_at timestamptz,
  note text,
  return_utr text,
  unique (adapter, credit_reference),
  check ((state in ('arriving', 'credited')) = (reason is null)),
  check ((state in ('credited', 'assigned')) = (deposit_id is not null)),
  check ((state in ('assigned', 'returned', 'dismissed')) = (decided_by is not null)),
  check (first_decided_by is null or decided_by is null or first_decided_by <> decided_by)
);

create unique index incoming_credits_of_deposit on incoming_credits (deposit_id)
where deposit_id is not null;
create index incoming_credits_queue on incoming_credits (state, created_at, id);
create index incoming_credits_utr on incoming_credits (utr_reference) where state = 'suspense';

-- Up to when each provider's own list of credits has been read.
create table credit_sweeps (
  adapter text primary key,
  read_to timestamptz not null
);

-- The suspense account holds money of which nobody can say yet whose it is. The new lists take in
-- the old ones, so no row that is there needs to be looked at.
alter table ledger_postings
drop constraint ledger_postings_kind_check,
add constraint ledger_postings_kind_check check (
  kind in ('credit', 'hold', 'settle', 'release', 'reverse', 'suspend', 'return')
) not valid;

alter table ledger_entries
drop constraint ledger_entries_account_check,
add constraint ledger_entries_account_check check (
  account in ('available', 'held', 'bank', 'provider', 'fee_income', 'gst_payable', 'suspense')
) not valid;

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_settled', 'payout_failed', 'payout_reversed', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense'
  )
) not valid;

-- The sandbox bank's own record, apart from ours: nothing here refers to a table of ours.
create table sandbox_bank.virtual_accounts (
  reference text primary key,
  opened_for text not null unique,
  account_number text not null unique,
  ifsc_code text not null,
  holder_name text not null,
  -- The accounts that it was told to take money from: the hash of each.
  senders bytea [] not null,
  is_open boolean not null default true,
  created_at timestamptz not null
);

create table sandbox_bank.credits (
  reference text primary key,
  virtual_account text not null,
  amount_paise bigint not null,
  utr text,
  sender_sealed bytea,
  created_at timestamptz not null,
  told_at timestamptz
);

create index credits_to_tell on sandbox_bank.credits (created_at) where told_at is null;
create index credits_by_time on sandbox_bank.credits (created_at);
