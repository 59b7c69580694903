-- Where businesses want their events sent, and every delivery with its attempts.
-- squawk-ignore-file require-concurrent-index-creation
create table webhook_endpoints (
  id uuid primary key,
  tenant_id uuid not null references people,
  url text not null check (length(url) <= 500),
  description text not null check (length(description) <= 200),
  -- Empty: all types.
  types text[] not null,
  is_active boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null,
  created_by uuid not null references people,
  -- The version of the business's events up to which deliveries are created.
  up_to bigint not null,
  secret_sealed bytea not null,
  -- Still signs, until everyone who verifies has the new one.
  old_secret_sealed bytea,
  old_secret_ends_at timestamptz,
  -- Of the first failure since the newest success.
  failing_since timestamptz,
  succeeded_at timestamptz,
  check ((old_secret_sealed is null) = (old_secret_ends_at is null)),
  check (is_active = (disabled_at is null))
);
create index webhook_endpoints_of_tenant on webhook_endpoints (tenant_id, id);

create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- The event's version.
  version bigint not null,
  tenant_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- The next attempt; during one, when another worker may take over. Null once it is over.
  due_at timestamptz,
  -- Attempts since it was created or sent again.
  tries integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (endpoint_id, version),
  check ((state = 'waiting') = (due_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, version)
where state = 'waiting';
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, version)
where state = 'failed';
create index webhook_deliveries_created on webhook_deliveries using brin (created_at)
with (pages_per_range = 16);

create table webhook_attempts (
  endpoint_id uuid not null,
  version bigint not null,
  number integer not null,
  tenant_id uuid not null,
  at timestamptz not null,
  -- Of the signature.
  signed_at timestamptz not null,
  took_ms integer not null,
  -- Null without an answer.
  status integer,
  error text,
  -- The start of the answer's body.
  answer text not null check (length(answer) <= 1000),
  primary key (endpoint_id, version, number),
  foreign key (endpoint_id, version) references webhook_deliveries on delete cascade
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
    'batch_reminder', 'batch_stuck', 'schedule_reminder', 'schedule_stuck',
    'api_key_created', 'api_key_unused', 'api_key_disabled', 'webhook_disabled',
    'payout_waits', 'payout_still_waits', 'payout_wait_ended', 'payout_funded'
  )
) not valid;
