-- The sandbox provider's own record of what it paid, apart from our books, as a real bank's
-- would be: nothing here refers to a table of ours.
create schema sandbox_bank;

create table sandbox_bank.transfers (
  idempotency_key text primary key,
  reference text not null,
  amount_paise bigint not null,
  destination text not null,
  state text not null check (state in ('processing', 'success', 'failed', 'reversed')),
  utr text,
  reason text,
  -- What will become of it: steps with their times. Each is reported to the platform when it comes.
  plan jsonb not null default '[]',
  next_at timestamptz,
  created_at timestamptz not null,
  -- The sandbox bank takes a reference once, but its record can be given a second transfer under
  -- it, and what it charges: for looking at what a reconciliation makes of that.
  fee_paise bigint,
  tax_paise bigint,
  is_planted boolean not null default false,
  -- The sandbox bank's own record: what it sent back of a transfer that stays paid.
  returned_paise bigint not null default 0
);
create index transfers_due on sandbox_bank.transfers (next_at) where next_at is not null;
create unique index transfers_reference on sandbox_bank.transfers (reference) where not is_planted;
create index transfers_listed on sandbox_bank.transfers (created_at, idempotency_key);

-- Calls that were answered with 503 before the transfer was taken.
create table sandbox_bank.refused_calls (
  idempotency_key text primary key,
  calls smallint not null
);

-- The outcomes that integrators chose for their transfers. A transfer that the bank does not have
-- yet gets its outcome when it arrives.
create table sandbox_bank.chosen_outcomes (
  reference text primary key,
  outcome text not null check (outcome in ('success', 'failed', 'returned')),
  reason text,
  chosen_at timestamptz not null
);

-- The sandbox bank's record of the money that we sent it. The first row is its opening balance.
create table sandbox_bank.account_credits (
  reference text primary key,
  amount_paise bigint not null,
  utr text,
  payer_account text,
  created_at timestamptz not null
);

insert into sandbox_bank.account_credits (reference, amount_paise, created_at)
values ('sandbox-opening-balance', 100000000000, now());

-- The sandbox bank's own record, apart from ours: nothing here refers to a table of ours.
create table sandbox_bank.virtual_accounts (
  reference text primary key,
  opened_for text not null unique,
  account_number text not null unique,
  ifsc_code text not null,
  holder_name text not null,
  -- The accounts from which it takes money: the hash of each.
  senders bytea[] not null,
  is_open boolean not null default true,
  created_at timestamptz not null
);

create table sandbox_bank.credits (
  reference text primary key,
  virtual_account text not null,
  amount_paise bigint not null,
  utr text,
  sender_encrypted bytea,
  created_at timestamptz not null,
  reported_at timestamptz
);
create index credits_to_report on sandbox_bank.credits (created_at) where reported_at is null;
create index credits_by_time on sandbox_bank.credits (created_at);
