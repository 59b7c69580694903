-- Files of payouts: rehearsed and mended as a draft, signed once, then run as ordinary payouts.
-- squawk-ignore-file require-concurrent-index-creation, ban-drop-not-null
create table payout_batches (
  id uuid primary key,
  tenant_id uuid not null references people,
  maker_id uuid not null references people,
  file_name text not null check (length(file_name) between 1 and 250),
  -- SHA-256 of the file; of a retry, of its parent.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  columns jsonb not null,
  -- The batch whose failed rows it retries, and the ended one of the same file that it repeats.
  parent_id uuid references payout_batches,
  repeat_of uuid references payout_batches,
  state text not null check (
    state in ('draft', 'awaiting_approval', 'running', 'paused', 'finished', 'cancelled')
  ),
  -- Increases with each change of its rows.
  revision integer not null default 1,
  -- A digest of all that will be paid; null while a row is wrong or none is left.
  content_hash bytea check (octet_length(content_hash) = 32),
  funding text not null default 'whole' check (funding in ('whole', 'in_order')),
  created_at timestamptz not null,
  started_at timestamptz,
  started_by uuid references people,
  ended_at timestamptz,
  cancel_reason text,
  -- Who uploaded, mended or submitted it: none of them approves it.
  prepared_by uuid[] not null,
  -- The frozen steps of the policy; null for a draft, and for a batch that one person ran.
  policy_id uuid references approval_policies,
  steps jsonb,
  submitted_at timestamptz,
  -- Who sent it back to be mended.
  returned_by uuid references people,
  returned_reason text,
  returned_at timestamptz,
  -- Why it creates no payouts now.
  pause_code text,
  pause_message text,
  paused_at timestamptz,
  check ((state = 'paused') = (paused_at is not null)),
  check ((ended_at is not null) = (state in ('finished', 'cancelled'))),
  check (state not in ('running', 'paused', 'finished') or started_at is not null)
);

create index payout_batches_newest on payout_batches (tenant_id, id desc);
create index payout_batches_open on payout_batches (id) where state in ('running', 'paused');
-- One batch for one file, in two tabs or by two people. A draft that was cancelled paid nothing.
create unique index payout_batches_of_file on payout_batches (
  tenant_id, file_hash, (coalesce(repeat_of, '00000000-0000-0000-0000-000000000000'))
) where state <> 'cancelled' or started_at is not null;

-- Append-only. One for each person and revision.
create table batch_approvals (
  batch_id uuid not null references payout_batches,
  revision integer not null,
  person_id uuid not null references people,
  tenant_id uuid not null references people,
  step integer not null check (step >= 0),
  -- What the person signed.
  content_hash bytea not null,
  amount_paise bigint not null,
  -- The roles that the person had then.
  roles text[] not null,
  given_at timestamptz not null,
  primary key (batch_id, revision, person_id)
);

create index batch_approvals_of_person on batch_approvals (tenant_id, person_id, given_at);

create table batch_rows (
  id uuid primary key,
  batch_id uuid not null references payout_batches,
  tenant_id uuid not null references people,
  -- The line in the file.
  number integer not null check (number > 0),
  state text not null check (
    state in ('ready', 'wrong', 'removed', 'created', 'refused', 'cancelled')
  ),
  -- The cells and, unless it is wrong, the order, as JSON.
  content_sealed bytea not null,
  -- Of the order, its charges and its place in the batch; null for a wrong row, as what follows.
  digest bytea check (octet_length(digest) = 32),
  method text check (method in ('upi', 'imps')),
  destination_hash bytea,
  beneficiary_way_id uuid references beneficiary_ways,
  amount_paise bigint check (amount_paise > 0),
  fee_paise bigint check (fee_paise >= 0),
  gst_paise bigint check (gst_paise >= 0),
  method_reason text,
  problem text,
  problem_fields jsonb not null default '[]',
  repairs jsonb not null default '[]',
  warnings jsonb not null default '[]',
  payout_id uuid unique references payouts,
  -- Why no payout was created for it.
  refusal text,
  unique (batch_id, number),
  check ((problem is not null) = (digest is null)),
  check ((state = 'created') = (payout_id is not null)),
  check (state <> 'wrong' or problem is not null),
  check (state not in ('ready', 'created', 'refused') or problem is null)
);

create index batch_rows_in_state on batch_rows (batch_id, state, number);
-- Finds rows that repeat an earlier one.
create index batch_rows_of_account on batch_rows (batch_id, destination_hash, amount_paise, number);
create index batch_rows_of_way on batch_rows (beneficiary_way_id)
where beneficiary_way_id is not null;

-- The columns that a person chose for a header, for the next file with it.
create table batch_columns (
  tenant_id uuid not null references people,
  header_hash bytea not null,
  columns jsonb not null,
  changed_at timestamptz not null,
  primary key (tenant_id, header_hash)
);

-- A row of a file needs no contact data.
alter table payouts
alter column beneficiary_email drop not null,
alter column beneficiary_phone drop not null,
alter column beneficiary_address drop not null;

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
    'provider_balance_low', 'codes_guessed',
    'signed_in_new_device', 'session_stolen',
    'passkey_added', 'passkey_removed', 'passkey_copied', 'email_changed', 'texts_limited',
    'team_changed', 'change_scheduled', 'receiving_account_changes',
    'request_waiting', 'request_reminder', 'request_stuck', 'request_approved',
    'request_rejected', 'request_returned', 'request_expired', 'request_withdrawn',
    'policy_waiting', 'policy_changed', 'batch_finished', 'batch_paused',
    'batch_waiting', 'batch_returned'
  )
) not valid;
