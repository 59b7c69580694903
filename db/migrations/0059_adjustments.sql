-- Corrections of the books that two super admins sign, what a tenant owes after one, and credits
-- that a provider takes back. The new lists of kinds and accounts contain the old ones.
-- squawk-ignore-file require-concurrent-index-creation
-- squawk-ignore-file constraint-missing-not-valid

alter table ledger_postings
drop constraint ledger_postings_kind_check,
add constraint ledger_postings_kind_check check (
  kind in (
    'credit', 'hold', 'settle', 'release', 'reverse', 'suspend', 'return',
    'adjust', 'adjust_credit', 'adjust_debit', 'owe', 'repay'
  )
) not valid;

alter table ledger_entries
drop constraint ledger_entries_account_check,
add constraint ledger_entries_account_check check (
  account in (
    'available', 'held', 'bank', 'provider', 'fee_income', 'gst_payable', 'suspense',
    'receivable', 'losses'
  )
) not valid;

-- The few postings of a wallet that are neither deposits nor payouts, for its history.
create index ledger_postings_adjusting on ledger_postings (tenant_id, created_at, id)
where kind in ('adjust_credit', 'adjust_debit', 'owe', 'repay');

-- What the tenant owes. Every credit pays it first, so nothing is available while something is owed.
alter table wallets
add column receivable_paise bigint not null default 0,
add constraint wallets_receivable check (receivable_paise >= 0),
add constraint wallets_receivable_paid_first check (receivable_paise = 0 or available_paise = 0);

create index wallets_owing on wallets (id) where receivable_paise > 0;

-- What corrections took back of a credited deposit: never more than its amount.
alter table deposits
add column corrected_paise bigint not null default 0,
add constraint deposits_corrected check (corrected_paise between 0 and amount_paise) not valid;

-- Credits that a provider took back, once for each refund or lost dispute.
create table credit_chargebacks (
  id uuid primary key,
  adapter text not null,
  reference text not null,
  credit_reference text not null,
  amount_paise bigint not null check (amount_paise > 0),
  created_at timestamptz not null,
  -- `waiting` until its credit is known; `contradiction` until a person decides.
  state text not null check (
    state in ('waiting', 'debited', 'returned', 'contradiction', 'handled')
  ),
  incoming_credit_id uuid references incoming_credits,
  -- Why a person has to decide it, and what that person found.
  why text,
  note text,
  handled_by uuid references people,
  handled_at timestamptz,
  unique (adapter, reference),
  check (state = 'waiting' or incoming_credit_id is not null),
  check ((handled_by is null) = (handled_at is null))
);
create index credit_chargebacks_waiting on credit_chargebacks (adapter, credit_reference)
where state = 'waiting';
create index credit_chargebacks_open on credit_chargebacks (created_at)
where state = 'contradiction';

alter table incoming_credits
-- The chargeback that took the money out of suspense, instead of a person.
add column chargeback_id uuid,
add constraint incoming_credits_chargeback foreign key (chargeback_id)
references credit_chargebacks not valid,
drop constraint incoming_credits_check2,
add constraint incoming_credits_decided check (
  (state in ('assigned', 'returned', 'dismissed'))
  = (decided_by is not null or chargeback_id is not null)
) not valid,
add constraint incoming_credits_charged_back check (
  chargeback_id is null or (state = 'returned' and decided_by is null)
) not valid;

create table adjustments (
  id uuid primary key,
  kind text not null check (
    kind in (
      'wrong_credit', 'wrong_debit', 'bank_recall', 'contradiction', 'chargeback', 'goodwill',
      'bank_charge', 'write_off', 'reclassification'
    )
  ),
  -- Money leaves what the debit account owes, earned or lends, and joins the credit account.
  debit_account text not null check (
    debit_account in (
      'wallet', 'bank', 'provider', 'suspense', 'fee_income', 'gst_payable', 'losses'
    )
  ),
  credit_account text not null check (
    credit_account in (
      'wallet', 'bank', 'provider', 'suspense', 'fee_income', 'gst_payable', 'losses'
    )
  ),
  person_id uuid references people,
  amount_paise bigint not null check (amount_paise > 0),
  -- What of a debit the wallet could not pay; set with the posting.
  owed_paise bigint check (owed_paise between 0 and amount_paise),
  -- The tenant reads the reason.
  reason text not null,
  reference text,
  deposit_id uuid references deposits,
  statement_line_id uuid references statement_lines,
  chargeback_id uuid references credit_chargebacks,
  state text not null check (state in ('proposed', 'posted', 'withdrawn')),
  -- Null for a chargeback that the provider's event names exactly.
  proposed_by uuid references people,
  proposed_at timestamptz not null,
  closed_by uuid references people,
  closed_at timestamptz,
  -- Why another person rejected it.
  rejection text,
  check (debit_account <> credit_account),
  check ((person_id is not null) = ('wallet' in (debit_account, credit_account))),
  check ((state = 'proposed') = (closed_at is null)),
  check ((proposed_by is null) = (kind = 'chargeback')),
  check (proposed_by is null or state = 'proposed' or closed_by is not null),
  check (state <> 'posted' or proposed_by is null or closed_by <> proposed_by),
  check (owed_paise is null or state = 'posted')
);
create index adjustments_newest on adjustments (proposed_at, id);
create index adjustments_open on adjustments (proposed_at, id) where state = 'proposed';
create index adjustments_of_tenant on adjustments (person_id, proposed_at, id)
where person_id is not null;
create index adjustments_of_deposit on adjustments (deposit_id) where deposit_id is not null;
create index adjustments_of_line on adjustments (statement_line_id)
where statement_line_id is not null;
create unique index adjustments_of_chargeback on adjustments (chargeback_id)
where chargeback_id is not null and state <> 'withdrawn';

-- The evidence of an adjustment. Only its encrypted bytes are stored; each download is audited.
create table adjustment_documents (
  id uuid primary key,
  adjustment_id uuid not null unique references adjustments,
  file_name text not null,
  kind text not null check (kind in ('pdf', 'png', 'jpeg')),
  byte_count integer not null check (byte_count > 0),
  sha256 bytea not null,
  content_sealed bytea not null
);

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_cancelled', 'payouts_cancelled', 'bank_account_revoked',
    'payout_settled', 'payout_failed', 'payout_reversed', 'payouts_locked', 'deposit_approved',
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
