create table payouts (
  -- Decided when the code is verified, so that an authorisation can make one payout only.
  id uuid primary key,
  person_id uuid not null references people,
  reference_id text not null unique check (reference_id ~ '^[A-Z0-9]{1,20}$'),
  method text not null check (method in ('upi', 'imps')),
  beneficiary_name text not null,
  beneficiary_email text not null,
  beneficiary_phone text not null,
  beneficiary_address text not null,
  account_number text,
  ifsc_code text,
  bank_name text,
  upi_id text,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  remarks text,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'success', 'failed')),
  failure_reason text,
  utr_number text,
  provider text not null check (provider in ('primary', 'alternative')),
  provider_reference text,
  -- What the provider said last; a reversal after success is told apart from a failure by it.
  provider_state text check (provider_state in ('processing', 'success', 'failed', 'reversed')),
  -- When a worker should next act; null when there is nothing left to do.
  due_at timestamptz,
  attempts integer not null default 0,
  idempotency_key text,
  order_digest bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  check ((method = 'imps') = (account_number is not null and ifsc_code is not null)),
  check ((method = 'upi') = (upi_id is not null))
);

create unique index payouts_idempotency on payouts (person_id, idempotency_key)
where idempotency_key is not null;
create index payouts_newest on payouts (person_id, created_at desc, id desc);
create index payouts_due on payouts (due_at) where due_at is not null;

-- What happened to a payout after it was asked for, for its timeline.
create table payout_events (
  payout_id uuid not null references payouts,
  at timestamptz not null,
  event text not null,
  detail text
);

create index payout_events_of_payout on payout_events (payout_id, at);

-- Money that came back after success: a credit of its own in the wallet's history.
create table payout_reversals (
  payout_id uuid primary key references payouts,
  person_id uuid not null references people,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  created_at timestamptz not null
);

create index payout_reversals_newest on payout_reversals (person_id, created_at desc);
