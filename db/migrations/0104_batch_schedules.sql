-- Batches that come again: on each due day, a draft of the same rows is prepared once.
-- squawk-ignore-file require-concurrent-index-creation
create table batch_schedules (
  id uuid primary key,
  tenant_id uuid not null references people,
  -- Whose rows each batch has.
  batch_id uuid not null references payout_batches,
  -- In whose name the batches are prepared.
  maker_id uuid not null references people,
  state text not null check (state in ('active', 'paused', 'ended')),
  rule jsonb not null,
  created_at timestamptz not null,
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
  pause_message text,
  paused_at timestamptz,
  end_reason text,
  ended_at timestamptz,
  check ((state = 'paused') = (paused_at is not null)),
  check ((paused_at is null) = (pause_message is null)),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (next_due_at is null)),
  check ((next_due_at is null) = (next_due_on is null)),
  check ((next_due_at is null) = (next_rule_day is null))
);

create index batch_schedules_due on batch_schedules (next_due_at) where state = 'active';
create index batch_schedules_of_tenant on batch_schedules (tenant_id, id desc);

create table batch_schedule_runs (
  schedule_id uuid not null references batch_schedules,
  -- At most one run for a due day, and one for a day of the rule, whatever lists of holidays say.
  due_on date not null,
  rule_day date not null,
  tenant_id uuid not null references people,
  state text not null check (state in ('prepared', 'failed', 'skipped')),
  reason text,
  decided_at timestamptz not null,
  -- Null for the product.
  decided_by uuid references people,
  batch_id uuid unique references payout_batches,
  primary key (schedule_id, due_on),
  unique (schedule_id, rule_day),
  check ((state = 'prepared') = (batch_id is not null)),
  check ((state = 'prepared') = (reason is null))
);

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
    'batch_prepared', 'batch_not_prepared',
    'batch_reminder', 'batch_stuck', 'schedule_reminder', 'schedule_stuck',
    'api_key_created', 'api_key_unused', 'api_key_disabled', 'webhook_disabled',
    'payout_waits', 'payout_still_waits', 'payout_wait_ended', 'payout_funded'
  )
) not valid;
