-- Double entry in integer paise. Amounts are signed: every posting sums to zero, and a tenant's account
-- is what we owe the tenant. Only the ledger module touches these tables.

-- A tenant has one wallet, and it carries the tenant's id. The two balances are kept on the
-- row, so that PostgreSQL itself refuses to let either fall below zero.
create table wallets (
  id uuid primary key references tenants,
  available_paise bigint not null default 0 check (available_paise >= 0),
  held_paise bigint not null default 0 check (held_paise >= 0),
  -- Counts the wallet's entries: the next one gets entry_count + 1.
  entry_count bigint not null default 0,
  updated_at timestamptz,
  -- What the tenant owes. Every credit pays it first, so nothing is available while something is owed.
  receivable_paise bigint not null default 0,
  constraint wallets_receivable check (receivable_paise >= 0),
  constraint wallets_receivable_paid_first check (receivable_paise = 0 or available_paise = 0)
);
create index wallets_owing on wallets (id) where receivable_paise > 0;

create table ledger_postings (
  id uuid primary key,
  kind text not null,
  -- The deposit or payout that this posting is about.
  subject_id uuid not null,
  created_at timestamptz not null,
  -- The tenant whose wallet the posting is on. Money that is nobody's yet is on none: zeros.
  tenant_id uuid not null,
  -- `transfer` and `expense` are the platform's own money, on no wallet: between our bank account, the
  -- providers and our own funds, and what the providers charge.
  check (
    kind in (
      'credit', 'hold', 'settle', 'release', 'reverse', 'partial_return', 'set_aside', 'suspend',
      'return', 'adjust', 'adjust_credit', 'adjust_debit', 'owe', 'repay', 'transfer', 'expense',
      'request_hold', 'request_release'
    )
  )
);

-- A thing is credited once, held once, reversed once, and either settled or released once.
create unique index ledger_postings_once on ledger_postings (
  subject_id,
  (case when kind in ('settle', 'release') then 'finish' else kind end)
);

-- Figures of a period are added up from what was written in it. Rows lie in the order of their
-- time, so that a few kilobytes do where a B-tree would cost every payout a write.
create index ledger_postings_age on ledger_postings using brin (created_at)
with (autosummarize = on, pages_per_range = 32);

-- The few postings of a wallet that are neither deposits nor payouts, for its history.
create index ledger_postings_adjusting on ledger_postings (tenant_id, created_at, id)
where kind in ('adjust_credit', 'adjust_debit', 'owe', 'repay', 'set_aside');

create table ledger_entries (
  posting_id uuid not null,
  line smallint not null,
  account text not null,
  -- Set for the two tenant accounts; platform accounts have no running balance, so that no
  -- single row is written by every payout.
  wallet_id uuid,
  amount_paise bigint not null check (amount_paise <> 0),
  balance_after_paise bigint check (balance_after_paise >= 0),
  wallet_entry bigint,
  created_at timestamptz not null,
  -- The same as its posting's, also on the platform's lines: a posting lies in one place.
  tenant_id uuid not null,
  -- The receiving account of a bank entry. No foreign key: every credit of an account would lock the
  -- account's row. The verification of the books compares each entry with its deposit instead.
  receiving_account_id uuid,
  check ((account in ('available', 'held')) = (wallet_id is not null)),
  check ((wallet_id is null) = (balance_after_paise is null)),
  check ((wallet_id is null) = (wallet_entry is null)),
  primary key (posting_id, line),
  constraint ledger_entries_receiving_account check (
    receiving_account_id is null
    or account = 'bank'
  ),
  -- `unclaimed` is what we still owe closed tenants: remainders that no provider pays out.
  check (
    account in (
      'available', 'held', 'bank', 'provider', 'fee_income', 'gst_payable', 'suspense',
      'receivable', 'losses', 'unclaimed', 'provider_fees', 'input_tax_credit', 'own_funds'
    )
  )
);
create unique index ledger_entries_in_order on ledger_entries (wallet_id, wallet_entry)
where wallet_id is not null;
create index ledger_entries_age on ledger_entries using brin (created_at)
with (autosummarize = on, pages_per_range = 32);
create index ledger_entries_of_account on ledger_entries (receiving_account_id, created_at)
include (amount_paise)
where receiving_account_id is not null;

-- What a wallet's postings of a kind came to on a day in Asia/Kolkata, kept in the statement that
-- writes them. Amounts in paise; what the wallet's accounts moved by has no sign.
create table ledger_days (
  wallet_id uuid not null,
  day date not null,
  kind text not null,
  count bigint not null,
  total_paise bigint not null,
  provider_paise bigint not null,
  fee_paise bigint not null,
  gst_paise bigint not null,
  primary key (wallet_id, day, kind)
) with (fillfactor = 50);

-- Reports over all tenants read the days of all wallets by this index. Rows are added in the order of
-- their days, so a block range index finds a period, and costs a payout nothing.
create index ledger_days_age on ledger_days using brin (day)
with (autosummarize = on, pages_per_range = 32);

-- Daily totals of the postings that are on no wallet, by account. Suspense has its own records.
create table ledger_platform_days (
  day date not null,
  kind text not null,
  account text not null,
  credit_paise bigint not null,
  debit_paise bigint not null,
  primary key (day, kind, account)
) with (fillfactor = 50);

-- Checkpoints over the ledger, written some seconds behind it so that posting costs nothing more: each
-- lists the postings of a range of ids with a digest of each, and carries the hash of the checkpoint
-- before. A posting or entry that was changed, removed or inserted afterwards is found.
create table ledger_checkpoints (
  seq bigint primary key,
  created_at timestamptz not null,
  -- The range: after the previous checkpoint's `up_to`, to this one's, which is the last of the list.
  up_to uuid not null,
  posting_ids uuid[] not null,
  -- Of each posting, as `ledger_digests` gives it.
  digests bytea[] not null,
  previous_hash bytea not null,
  hash bytea not null
);

-- Where the chain of checkpoints ends: its row is the lock under which one server at a time writes one.
create table ledger_checkpoint_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null,
  up_to uuid not null,
  hash bytea not null
);

insert into ledger_checkpoint_head (seq, up_to, hash)
values (0, '00000000-0000-0000-0000-000000000000', sha256('rokad ledger checkpoints'));

-- Below which balance a business wants an event.
create table wallet_alerts (
  tenant_id uuid primary key references tenants,
  below_paise bigint not null check (below_paise > 0),
  -- Whether the event of this crossing is written.
  is_low boolean not null default false,
  changed_at timestamptz not null
);
