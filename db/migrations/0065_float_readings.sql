-- Readings of what the providers and the bank say that we have, and what our books said then.
-- squawk-ignore-file constraint-missing-not-valid

create table provider_balances (
  adapter text not null,
  read_at timestamptz not null,
  reported_paise bigint not null,
  -- Since the first payout: what the provider took, its charges and what came back.
  taken_paise bigint not null,
  charges_paise bigint not null,
  returned_paise bigint not null,
  -- Whether no payout moved while the balance was read. Only then both sides can be compared.
  is_still boolean not null,
  -- Our books: transfers to the provider less those from it, settled payouts, booked charges.
  transferred_paise bigint not null,
  paid_paise bigint not null,
  booked_paise bigint not null,
  -- What explains a difference.
  in_flight_paise bigint not null,
  unbooked_paise bigint not null,
  on_the_way_paise bigint not null,
  unrecorded_paise bigint not null,
  primary key (adapter, read_at)
);

-- What was transferred to the provider up to a reconciliation's reading, which explains its balance.
alter table reconciliation_balances add column transferred_paise bigint;

-- When the last known balance was read.
alter table provider_health add column balance_read_at timestamptz;

create table low_balance_alerts (
  adapter text primary key,
  since timestamptz not null,
  reason text not null
);

-- Closing balances of a receiving account: of an imported statement, or as a person entered it.
create table bank_balances (
  id uuid primary key,
  receiving_account_id uuid not null references receiving_accounts,
  day date not null,
  balance_paise bigint not null,
  import_id uuid references statement_imports,
  -- The first day of the statement, and the balance before its first line.
  covers_from date,
  opening_paise bigint,
  note text,
  recorded_by uuid not null references people,
  recorded_at timestamptz not null,
  check ((import_id is null) = (covers_from is null)),
  check ((import_id is null) = (opening_paise is null))
);
create index bank_balances_newest on bank_balances (
  receiving_account_id, day desc, recorded_at desc, id desc
);

-- Credit lines by UTR key, as `statement_debits` has the debit lines.
create table statement_credit_keys (
  utr_key text not null,
  line_id uuid not null references statement_lines,
  primary key (utr_key, line_id)
);
-- The same debit line in overlapping files has the same fingerprint.
alter table statement_lines add column debit_fingerprint bytea;

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
    'wallet_adjusted', 'receivable_paid', 'adjustment_proposed', 'credit_charged_back',
    'proposal_waiting', 'proposal_closed',
    'provider_balance_low'
  )
) not valid;
