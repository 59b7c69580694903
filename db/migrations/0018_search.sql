-- What a search of the histories compares. Written behind the payouts and the ledger, so accepting a
-- payout writes none of it. Each entry is one term of one row, in the order of the histories.
create table search_terms (
  tenant_id uuid not null,
  -- A payout by its request, its return, a deposit by its request, and a credited deposit.
  kind text collate "C" not null check (kind in ('payout', 'return', 'deposit', 'credit')),
  -- A letter for what it is, and its value; see `db/functions/search_terms_of_payout.sql`.
  term text collate "C" not null,
  at timestamptz not null,
  -- The id of the payout, return or deposit.
  subject_id uuid not null,
  primary key (tenant_id, kind, term, at, subject_id)
);

-- Up to which posting the terms of payouts, returns and credits are written.
create table search_head (
  is_only boolean primary key default true check (is_only),
  posting_id uuid not null,
  -- When that posting was made.
  at timestamptz not null
);

insert into search_head (posting_id, at)
values ('00000000-0000-0000-0000-000000000000', 'epoch');
