-- Double entry in integer paise. Amounts are signed: every posting sums to zero, and a
-- tenant's account is what we owe the tenant. Only the ledger module touches these tables.

-- A tenant has one wallet, and it carries the tenant's id. The two balances are kept on the
-- row, so that PostgreSQL itself refuses to let either fall below zero.
create table wallets (
  id uuid primary key references people,
  available_paise bigint not null default 0 check (available_paise >= 0),
  held_paise bigint not null default 0 check (held_paise >= 0),
  -- Counts the wallet's entries: the next one gets entry_count + 1.
  entry_count bigint not null default 0,
  updated_at timestamptz
);

create table ledger_postings (
  id uuid primary key,
  kind text not null check (kind in ('credit', 'hold', 'settle', 'release', 'reverse')),
  -- The deposit or payout that this posting is about.
  subject_id uuid not null,
  created_at timestamptz not null
);

-- A thing is credited once, held once, reversed once, and either settled or released once.
create unique index ledger_postings_once on ledger_postings (
  subject_id,
  (case when kind in ('settle', 'release') then 'finish' else kind end)
);

create table ledger_entries (
  posting_id uuid not null references ledger_postings,
  line smallint not null,
  account text not null check (
    account in ('available', 'held', 'bank', 'provider', 'fee_income', 'gst_payable')
  ),
  -- Set for the two tenant accounts; platform accounts have no running balance, so that no
  -- single row is written by every payout.
  wallet_id uuid references wallets,
  amount_paise bigint not null check (amount_paise <> 0),
  balance_after_paise bigint check (balance_after_paise >= 0),
  wallet_entry bigint,
  created_at timestamptz not null,
  primary key (posting_id, line),
  check ((account in ('available', 'held')) = (wallet_id is not null)),
  check ((wallet_id is null) = (balance_after_paise is null)),
  check ((wallet_id is null) = (wallet_entry is null))
);

create unique index ledger_entries_in_order on ledger_entries (wallet_id, wallet_entry)
where wallet_id is not null;

-- All entries of a posting arrive in one statement, and they sum to zero.
create function ledger_refuse_unbalanced() returns trigger language plpgsql as $$
declare
  unbalanced uuid;
begin
  select posting_id into unbalanced
  from added
  group by posting_id
  having sum(amount_paise) <> 0
  limit 1;
  if unbalanced is not null then
    raise exception 'posting % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger ledger_entries_balanced
after insert on ledger_entries
referencing new table as added
for each statement execute function ledger_refuse_unbalanced();

-- What is written stays as it is written.
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger ledger_entries_immutable
before update or delete or truncate on ledger_entries
for each statement execute function ledger_refuse_change();

create trigger ledger_postings_immutable
before update or delete or truncate on ledger_postings
for each statement execute function ledger_refuse_change();
