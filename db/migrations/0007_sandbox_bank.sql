-- The sandbox provider's own record of what it paid, apart from our books, as a real bank's
-- would be: nothing here refers to a table of ours.
create schema sandbox_bank;

create table sandbox_bank.transfers (
  idempotency_key text primary key,
  reference text not null unique,
  amount_paise bigint not null,
  destination text not null,
  state text not null check (state in ('processing', 'success', 'failed', 'reversed')),
  utr text,
  reason text,
  -- What will become of it: steps with their times. Each is told to the platform when it comes.
  plan jsonb not null default '[]',
  next_at timestamptz,
  created_at timestamptz not null
);

create index transfers_due on sandbox_bank.transfers (next_at) where next_at is not null;

-- Calls that were answered with 503 before the transfer was taken.
create table sandbox_bank.refused_calls (
  idempotency_key text primary key,
  calls smallint not null
);
