-- Payouts on due days: each version of a schedule is signed, and each due day is decided once.
-- squawk-ignore-file require-concurrent-index-creation
create table payout_schedules (
  id uuid primary key,
  tenant_id uuid not null references people,
  -- The first version; with the due day, it is the key of each run's payout.
  series_id uuid not null references payout_schedules,
  version integer not null check (version > 0),
  maker_id uuid not null references people,
  state text not null check (
    state in ('draft', 'awaiting_approval', 'active', 'paused', 'ended')
  ),
  created_at timestamptz not null,
  -- What a signature or an approval agrees to.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- The order and a random value, as JSON.
  order_sealed bytea not null,
  beneficiary_way_id uuid not null references beneficiary_ways,
  beneficiary_name text not null,
  method text not null check (method in ('upi', 'imps')),
  destination_hash bytea not null,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  rule jsonb not null,
  -- The frozen steps of the policy; null for a draft, and for one that its owner signed alone.
  policy_id uuid references approval_policies,
  steps jsonb,
  submitted_at timestamptz,
  returned_by uuid references people,
  returned_reason text,
  returned_at timestamptz,
  started_at timestamptz,
  started_by uuid references people,
  -- The last day of the rule that is decided, and the due day that it became.
  decided_rule_day date,
  decided_due_on date,
  -- What comes next; null once nothing does.
  next_rule_day date,
  next_due_on date,
  next_due_at timestamptz,
  next_is_known boolean,
  -- The lists of bank holidays by which the next day was computed.
  calendar text,
  pause_code text,
  pause_message text,
  paused_at timestamptz,
  end_kind text check (end_kind in ('finished', 'stopped', 'replaced', 'discarded')),
  end_reason text,
  ended_at timestamptz,
  unique (series_id, version),
  check ((state = 'paused') = (paused_at is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (end_kind is not null)),
  check (state not in ('active', 'paused') or (started_by is not null and next_due_at is not null)),
  check ((next_due_at is null) = (next_due_on is null)),
  check ((next_due_at is null) = (next_rule_day is null))
);

create index payout_schedules_due on payout_schedules (next_due_at) where state = 'active';
create index payout_schedules_of_tenant on payout_schedules (tenant_id, id desc);
create index payout_schedules_of_way on payout_schedules (beneficiary_way_id)
where state <> 'ended';
-- One version pays, and at most one change of it is proposed.
create unique index payout_schedules_running on payout_schedules (series_id)
where state in ('active', 'paused');
create unique index payout_schedules_proposed on payout_schedules (series_id)
where state in ('draft', 'awaiting_approval');

create table schedule_runs (
  series_id uuid not null references payout_schedules,
  -- At most one run for a due day, and one for a day of the rule, whatever lists of holidays say.
  due_on date not null,
  rule_day date not null,
  schedule_id uuid not null references payout_schedules,
  tenant_id uuid not null references people,
  due_at timestamptz not null,
  state text not null check (state in ('created', 'failed', 'missed', 'skipped')),
  code text,
  reason text,
  decided_at timestamptz not null,
  -- Null for the product.
  decided_by uuid references people,
  payout_id uuid unique references payouts,
  primary key (series_id, due_on),
  unique (series_id, rule_day),
  check ((state = 'created') = (payout_id is not null)),
  check ((state = 'created') = (reason is null))
);

create index schedule_runs_open on schedule_runs (tenant_id, due_at)
where state in ('failed', 'missed');

-- Append-only. One for each person and content.
create table schedule_approvals (
  schedule_id uuid not null references payout_schedules,
  content_hash bytea not null,
  person_id uuid not null references people,
  tenant_id uuid not null references people,
  step integer not null check (step >= 0),
  amount_paise bigint not null,
  -- The roles that the person had then.
  roles text[] not null,
  given_at timestamptz not null,
  primary key (schedule_id, content_hash, person_id)
);

create index schedule_approvals_of_person on schedule_approvals (tenant_id, person_id, given_at);

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
    'batch_waiting', 'batch_returned',
    'schedule_waiting', 'schedule_returned', 'schedule_run_failed', 'schedule_paused',
    'schedule_ended',
    'api_key_created', 'api_key_unused', 'api_key_disabled',
    'payout_waits', 'payout_still_waits', 'payout_wait_ended', 'payout_funded'
  )
) not valid;
