-- Programs that act for a business. A secret is stored as its SHA-256 only: it has 178 random bits, so
-- nothing can be guessed from the hash.
create table api_keys (
  id uuid primary key,
  tenant_id uuid not null references people,
  name text not null check (length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) > 0),
  is_live boolean not null,
  created_at timestamptz not null,
  -- Who answers for it: who created it, or gave it its newest secret.
  owner_id uuid not null references people,
  expires_at timestamptz,
  -- Addresses and networks that it may be used from; empty: any.
  networks text[] not null default '{}',
  revoked_at timestamptz,
  revoked_by uuid references people,
  -- The signed limits in force (`api_key_limits`); null: it may not send.
  limits_id uuid,
  -- Since when nobody used it; a new secret starts this again.
  idle_since timestamptz not null,
  warned_at timestamptz,
  disabled_at timestamptz
);
create index api_keys_of_tenant on api_keys (tenant_id, id desc);
create index api_keys_working on api_keys (id) where revoked_at is null and disabled_at is null;

create table api_key_secrets (
  hash bytea primary key check (octet_length(hash) = 32),
  key_id uuid not null references api_keys,
  tenant_id uuid not null references people,
  -- The last four characters.
  hint text not null check (length(hint) = 4),
  created_at timestamptz not null,
  created_by uuid not null references people,
  ends_at timestamptz
);
create index api_key_secrets_of_key on api_key_secrets (key_id, created_at desc);

-- Apart from the keys, so that a use never waits for a change of the key.
create table api_key_uses (
  key_id uuid primary key references api_keys,
  tenant_id uuid not null references people,
  used_at timestamptz not null,
  address text not null,
  call text not null
);

-- Append-only: what a key may send without approvals, as an owner signed it.
create table api_key_limits (
  id uuid primary key,
  key_id uuid not null references api_keys,
  tenant_id uuid not null references people,
  per_payout_paise bigint not null check (per_payout_paise > 0),
  per_day_paise bigint not null check (per_day_paise >= per_payout_paise),
  networks text[] not null check (cardinality(networks) > 0),
  signed_by uuid not null references people,
  signed_at timestamptz not null
);

-- What a key has sent on a day in India; changed under the wallet's lock.
create table api_key_days (
  key_id uuid not null references api_keys,
  tenant_id uuid not null references people,
  day date not null,
  paise bigint not null check (paise > 0),
  primary key (key_id, day)
);

-- The payouts and payment requests of keys, with what the caller calls them.
create table api_orders (
  -- Of the payout or of the payment request.
  id uuid primary key,
  kind text not null check (kind in ('payout', 'request')),
  tenant_id uuid not null,
  -- Null for a payment request that a person's program made with a session.
  key_id uuid,
  -- The signed limits that authorised a payout.
  limits_id uuid,
  day date not null,
  amount_paise bigint not null check (amount_paise > 0),
  client_reference text check (length(client_reference) between 1 and 64),
  metadata jsonb,
  created_at timestamptz not null,
  check ((limits_id is not null) = (kind = 'payout'))
);
create unique index api_orders_of_reference on api_orders (tenant_id, client_reference)
where client_reference is not null;
create index api_orders_of_key on api_orders (key_id, day);

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
    'api_key_created', 'api_key_unused', 'api_key_disabled'
  )
) not valid;
