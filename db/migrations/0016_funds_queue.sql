-- Payouts that wait until the wallet covers them, first in, first out. They hold no money: a payout is
-- created from its row, under the same id, once funds arrive.
create table funds_queue_settings (
  tenant_id uuid primary key references tenants,
  is_on boolean not null,
  wait_hours integer not null check (wait_hours >= 1 and wait_hours <= 240),
  changed_at timestamptz not null
);

create sequence funds_queue_ended_number;

create table funds_queue (
  -- The id of the payout, once it is created.
  id uuid primary key,
  -- The order of the wallet: given under the wallet's lock.
  place bigint generated always as identity unique,
  tenant_id uuid not null references tenants,
  -- Who confirmed it.
  member_id uuid not null references people,
  source text not null check (source in ('console', 'api', 'bulk', 'schedule')),
  -- The payment request that it comes from: it counts against the limits of those who approved it.
  request_id uuid references payment_requests,
  state text not null default 'waiting'
    check (state in ('waiting', 'funded', 'cancelled', 'expired')),
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
  destination_encrypted bytea not null,
  destination_hash bytea not null,
  destination_end text not null,
  destination_id uuid references payout_destinations,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  -- The order and its charges as they were authorised, as JSON: what is paid is read from here.
  order_encrypted bytea not null,
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
  -- The schedule whose run it is: signed and approved for all its runs.
  schedule_id uuid references payout_schedules,
  check ((state = 'waiting') = (ended_at is null)),
  check ((ended_at is null) = (ended_number is null)),
  check (expires_at > created_at)
);
create index funds_queue_waiting on funds_queue (tenant_id, place) where state = 'waiting';
create index funds_queue_expiring on funds_queue (expires_at) where state = 'waiting';
create index funds_queue_not_funded on funds_queue (tenant_id, created_at, id)
where state in ('cancelled', 'expired');
create unique index funds_queue_keys on funds_queue (tenant_id, idempotency_key)
where idempotency_key is not null;
create index funds_queue_of_request on funds_queue (request_id) where request_id is not null;

alter sequence funds_queue_ended_number owned by funds_queue.ended_number;
