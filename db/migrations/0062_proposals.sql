-- Changes that one super admin proposes and another confirms, each with a code bound to the digest.
create table proposals (
  id uuid primary key,
  kind text not null check (kind in ('settings', 'credential', 'receiving_account')),
  -- What it changes, for lists and notifications, without values.
  title text not null,
  -- Each value before and after, as people see it. Encrypted, because some are account numbers.
  changes_sealed bytea not null,
  -- What the confirmation applies. Erased when the proposal closes, because it may be a secret.
  content_sealed bytea,
  digest bytea not null,
  reason text not null,
  state text not null default 'waiting'
  check (state in ('waiting', 'confirmed', 'rejected', 'withdrawn', 'void', 'expired')),
  proposed_by uuid not null references people,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  closed_by uuid references people,
  closed_at timestamptz,
  closing_reason text,
  check ((state = 'waiting') = (closed_at is null)),
  check ((state = 'waiting') = (content_sealed is not null)),
  check (
    state not in ('confirmed', 'rejected') or (closed_by is not null and closed_by <> proposed_by)
  ),
  check (state <> 'withdrawn' or closed_by = proposed_by),
  check (state <> 'rejected' or closing_reason is not null)
);

create index proposals_newest on proposals (proposed_at desc, id desc);

-- What each proposal changes, such as a setting's key. One proposal at most waits for each.
create table proposal_subjects (
  proposal_id uuid not null references proposals,
  kind text not null,
  subject text not null,
  is_waiting boolean not null default true,
  primary key (proposal_id, subject)
);

create unique index proposal_subjects_waiting on proposal_subjects (kind, subject)
where is_waiting;

-- The second super admin; nobody, where one was enough.
-- squawk-ignore adding-foreign-key-constraint
alter table settings_history add column confirmed_by uuid references people;
-- squawk-ignore adding-foreign-key-constraint
alter table receiving_accounts add column confirmed_by uuid references people;

alter table one_time_codes drop constraint one_time_codes_purpose_check;
-- squawk-ignore constraint-missing-not-valid
alter table one_time_codes add constraint one_time_codes_purpose_check
check (purpose in ('sign_in', 'payout', 'credential', 'decision', 'proposal'));

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
    'proposal_waiting', 'proposal_closed'
  )
) not valid;
