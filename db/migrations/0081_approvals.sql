-- Approval policies of tenants, the payment requests that they ask for, and who approved what.
-- squawk-ignore-file constraint-missing-not-valid, require-concurrent-index-creation
create table approval_policies (
  id uuid primary key,
  tenant_id uuid not null references people,
  version integer not null check (version > 0),
  -- Amounts are paise. A row's bands never change: requests keep the version that they had.
  bands jsonb not null,
  reason text not null,
  state text not null check (
    state in ('proposed', 'in_force', 'replaced', 'rejected', 'withdrawn')
  ),
  proposed_by uuid not null references people,
  proposed_at timestamptz not null,
  -- The second owner, or who rejected it; null where one owner decides alone.
  decided_by uuid references people check (decided_by <> proposed_by or state = 'withdrawn'),
  decided_at timestamptz,
  in_force_from timestamptz,
  replaced_at timestamptz,
  unique (tenant_id, version)
);

create unique index approval_policies_in_force on approval_policies (tenant_id)
where state = 'in_force';

create unique index approval_policies_proposed on approval_policies (tenant_id)
where state = 'proposed';

create table payment_requests (
  id uuid primary key,
  tenant_id uuid not null references people,
  maker_id uuid not null references people,
  source text not null check (source in ('console', 'api', 'bulk', 'schedule')),
  state text not null check (
    state in ('draft', 'awaiting_approval', 'approved', 'rejected', 'withdrawn', 'expired')
  ),
  revision integer not null check (revision > 0),
  -- SHA-256 over the canonical JSON of everything that will be sent.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- The order as JSON, and a random value: without it, account numbers could be guessed from the hash.
  order_sealed bytea not null,
  method text not null check (method in ('upi', 'imps')),
  beneficiary_name text not null,
  destination_hash bytea not null,
  is_new_beneficiary boolean not null,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  -- The frozen policy; null for a draft, and without a policy, where any one approver is asked.
  policy_id uuid references approval_policies,
  band integer,
  steps jsonb not null,
  -- The step that waits, from 0, and since when.
  step integer not null default 0,
  waits_since timestamptz,
  reminded_at timestamptz,
  stuck_since timestamptz,
  created_at timestamptz not null,
  submitted_at timestamptz,
  expires_at timestamptz not null,
  -- Why an approved request is not sent.
  blocked_code text,
  blocked_message text,
  blocked_at timestamptz,
  closed_by uuid references people,
  closed_at timestamptz,
  closing_reason text,
  payout_id uuid unique references payouts,
  check ((policy_id is null) = (band is null)),
  check (payout_id is null or state = 'approved')
);

create index payment_requests_newest on payment_requests (tenant_id, id desc);

create index payment_requests_waiting on payment_requests (tenant_id, id)
where state = 'awaiting_approval';

create index payment_requests_open on payment_requests (expires_at)
where state in ('draft', 'awaiting_approval', 'approved') and payout_id is null;

-- Append-only. One for each person and revision, whatever the step.
create table request_approvals (
  request_id uuid not null references payment_requests,
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
  primary key (request_id, revision, person_id)
);

create index request_approvals_of_person on request_approvals (tenant_id, person_id, given_at);

-- The timeline. Append-only; the ids are in the order of what happened, also within a millisecond.
create table request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references payment_requests,
  tenant_id uuid not null references people,
  at timestamptz not null,
  event text not null check (
    event in (
      'created', 'submitted', 'edited', 'approved', 'returned', 'sent', 'blocked', 'rejected',
      'withdrawn', 'expired'
    )
  ),
  revision integer not null,
  person_id uuid references people,
  detail text
);

create index request_events_of_request on request_events (request_id, id);

-- By which version and band each payout was sent, of tenants with a policy. Append-only.
create table payout_policies (
  payout_id uuid primary key references payouts,
  tenant_id uuid not null references people,
  policy_id uuid not null references approval_policies,
  band integer not null,
  source text not null check (source in ('console', 'api', 'bulk', 'schedule')),
  is_new_beneficiary boolean not null
);

create table member_limits (
  tenant_id uuid not null references people,
  person_id uuid not null references people,
  per_payout_paise bigint check (per_payout_paise > 0),
  per_day_paise bigint check (per_day_paise > 0),
  changed_at timestamptz not null,
  primary key (tenant_id, person_id)
);

-- Whether a tenant has paid an account before. Partial, so that only settled payouts are in it.
create index payouts_paid_to on payouts (person_id, destination_hash) where status = 'success';

-- The text that a code of this signature is sent in; null: the sign-in text.
alter table signatures add column code_text jsonb;

-- Approvals of payment requests and of the policy have codes and passkeys of their own purpose.
-- Earlier purposes stay, so no row needs to be read.
alter table one_time_codes
drop constraint one_time_codes_purpose_check,
add constraint one_time_codes_purpose_check check (
  purpose in (
    'sign_in', 'payout', 'credential', 'decision', 'proposal', 'own_money', 'step_up', 'passkey',
    'approval'
  )
) not valid;

alter table passkey_challenges
drop constraint passkey_challenges_purpose_check,
add constraint passkey_challenges_purpose_check check (
  purpose in (
    'register', 'sign_in', 'passkey', 'payout', 'decision', 'proposal', 'own_money', 'step_up',
    'approval'
  )
) not valid;

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
    'team_changed',
    'request_waiting', 'request_reminder', 'request_stuck', 'request_approved',
    'request_rejected', 'request_returned', 'request_expired', 'policy_waiting', 'policy_changed'
  )
) not valid;
