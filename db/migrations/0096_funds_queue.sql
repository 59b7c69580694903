-- Payouts that wait until the wallet covers them, first in, first out. They hold no money: a payout is
-- created from its row, under the same id, once funds arrive.
-- squawk-ignore-file require-concurrent-index-creation
create table funds_queue_settings (
  tenant_id uuid primary key references people,
  is_on boolean not null,
  wait_hours integer not null check (wait_hours between 1 and 240),
  changed_at timestamptz not null
);

create table funds_queue (
  -- The id of the payout, once it is created.
  id uuid primary key,
  -- The order of the wallet: given under the wallet's lock.
  place bigint not null unique generated always as identity,
  tenant_id uuid not null references people,
  -- Who confirmed it.
  member_id uuid not null references people,
  source text not null check (source in ('console', 'api', 'bulk', 'schedule')),
  -- The payment request that it comes from: it counts against the limits of those who approved it.
  request_id uuid references payment_requests,
  state text not null default 'waiting' check (
    state in ('waiting', 'funded', 'cancelled', 'expired')
  ),
  reference_id text not null unique,
  method text not null check (method in ('upi', 'imps')),
  beneficiary_name text not null,
  beneficiary_email text,
  beneficiary_phone text,
  beneficiary_address text,
  purpose text,
  remarks text,
  ifsc_code text,
  bank_name text,
  destination_sealed bytea not null,
  destination_hash bytea not null,
  destination_end text not null,
  beneficiary_way_id uuid references beneficiary_ways,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  -- The order and its charges as they were authorised, as JSON: what is paid is read from here.
  order_sealed bytea not null,
  order_digest bytea not null,
  idempotency_key text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When people are reminded that it ends soon; null afterwards.
  reminder_at timestamptz,
  -- Why it still waits although the wallet covers it, and when it is tried again.
  stopped_reason text,
  retry_at timestamptz,
  ended_at timestamptz,
  -- The order in which waits ended, which no clock decides.
  ended_number bigint unique,
  -- Null if the product ended it.
  ended_by uuid references people,
  ended_reason text,
  check ((state = 'waiting') = (ended_at is null)),
  check ((ended_at is null) = (ended_number is null)),
  check (expires_at > created_at)
);

create sequence funds_queue_ended_number owned by funds_queue.ended_number;

create index funds_queue_waiting on funds_queue (tenant_id, place) where state = 'waiting';
create index funds_queue_expiring on funds_queue (expires_at) where state = 'waiting';
create index funds_queue_not_funded on funds_queue (tenant_id, created_at, id)
where state in ('cancelled', 'expired');
create unique index funds_queue_keys on funds_queue (tenant_id, idempotency_key)
where idempotency_key is not null;
create index funds_queue_of_request on funds_queue (request_id) where request_id is not null;

-- A batch that is paid in order takes one place in the queue for all rows that wait.
alter table payout_batches add column funds_place bigint;

create index payout_batches_waiting on payout_batches (tenant_id)
where funds_place is not null;

-- A request names its payout from the moment that it waits for funds, before it is created. The
-- verification finds one that neither exists nor waits.
alter table payment_requests drop constraint payment_requests_payout_id_fkey;

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
    'api_key_created', 'api_key_unused', 'api_key_disabled',
    'payout_waits', 'payout_still_waits', 'payout_wait_ended', 'payout_funded'
  )
) not valid;
