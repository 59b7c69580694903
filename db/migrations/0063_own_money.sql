-- The platform's own money: transfers between our bank account, the providers and our own funds, and
-- what the providers charge. Both are postings on no wallet.
alter table ledger_postings
drop constraint ledger_postings_kind_check,
add constraint ledger_postings_kind_check check (
  kind in (
    'credit', 'hold', 'settle', 'release', 'reverse', 'partial_return', 'set_aside', 'suspend',
    'return', 'adjust', 'adjust_credit', 'adjust_debit', 'owe', 'repay', 'transfer', 'expense'
  )
) not valid;

alter table ledger_entries
drop constraint ledger_entries_account_check,
add constraint ledger_entries_account_check check (
  account in (
    'available', 'held', 'bank', 'provider', 'fee_income', 'gst_payable', 'suspense',
    'receivable', 'losses', 'unclaimed', 'provider_fees', 'input_tax_credit', 'own_funds'
  )
) not valid;

-- Daily totals of the postings that are on no wallet, by account. Suspense has its own records.
create table ledger_platform_days (
  day date not null,
  kind text not null,
  account text not null,
  credit_paise bigint not null,
  debit_paise bigint not null,
  primary key (day, kind, account)
) with (fillfactor = 50);

create table fund_transfers (
  id uuid primary key,
  source text not null check (source in ('bank', 'provider', 'own_funds')),
  destination text not null check (destination in ('bank', 'provider', 'own_funds')),
  -- The adapter of the provider on one of the sides.
  adapter text,
  -- The receiving account on the bank's side.
  receiving_account_id uuid references receiving_accounts,
  amount_paise bigint not null check (amount_paise > 0),
  utr_reference text check (utr_reference ~ '^[A-Z0-9]{12,22}$'),
  utr_key text generated always as (
    regexp_replace(
      regexp_replace(
        utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
      ),
      '^0+([0-9]+)$', '\1'
    )
  ) stored,
  -- The day in India on which the money left.
  transferred_on date not null,
  note text,
  origin text not null check (origin in ('person', 'bank_statement', 'provider_list')),
  recorded_by uuid references people,
  recorded_at timestamptz not null,
  -- The transfer that this row takes back, with the sides exchanged.
  corrects_id uuid references fund_transfers,
  corrected_at timestamptz,
  check (source <> destination),
  check ((adapter is not null) = ('provider' in (source, destination))),
  check ((receiving_account_id is not null) = ('bank' in (source, destination))),
  check ((origin = 'person') = (recorded_by is not null)),
  check (corrects_id is null or corrected_at is null)
);

-- One transfer is one posting, however its UTR is spelled. A corrected one may be recorded again.
create unique index fund_transfers_utr_once on fund_transfers (utr_key)
where corrects_id is null and corrected_at is null;
create unique index fund_transfers_corrected_once on fund_transfers (corrects_id)
where corrects_id is not null;
create index fund_transfers_newest on fund_transfers (recorded_at desc, id desc);

-- Money that arrived on our account with a provider, from its own list of transactions.
create table provider_credits (
  adapter text not null,
  credit_reference text not null,
  amount_paise bigint not null check (amount_paise > 0),
  utr_reference text,
  utr_key text generated always as (
    regexp_replace(
      regexp_replace(
        utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
      ),
      '^0+([0-9]+)$', '\1'
    )
  ) stored,
  -- The receiving account that it came from; null for another payer, or where the list names none.
  from_account_id uuid references receiving_accounts,
  arrived_at timestamptz not null,
  seen_at timestamptz not null,
  transfer_id uuid references fund_transfers,
  primary key (adapter, credit_reference)
);
create index provider_credits_open on provider_credits (adapter, arrived_at)
where transfer_id is null;
create unique index provider_credits_transfer on provider_credits (transfer_id)
where transfer_id is not null;

alter table one_time_codes drop constraint one_time_codes_purpose_check;
-- Earlier purposes stay, so no row needs to be read.
alter table one_time_codes add constraint one_time_codes_purpose_check
check (purpose in ('sign_in', 'payout', 'credential', 'decision', 'proposal', 'own_money')) not valid;

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
