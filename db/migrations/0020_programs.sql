-- Programs of businesses: keys, events, webhooks.

-- Programs that act for a business. A secret is stored as its SHA-256 only: it has 178 random bits, so
-- nothing can be guessed from the hash.
create table api_keys (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  name text not null check (length(name) >= 1 and length(name) <= 60),
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
  tenant_id uuid not null references tenants,
  -- The last four characters.
  hint text not null check (length(hint) = 4),
  created_at timestamptz not null,
  created_by uuid not null references people,
  ends_at timestamptz
);
create index api_key_secrets_of_key on api_key_secrets (key_id, created_at desc);

-- Append-only: what a key may send without approvals, as an owner signed it.
create table api_key_limits (
  id uuid primary key,
  key_id uuid not null references api_keys,
  tenant_id uuid not null references tenants,
  per_payout_paise bigint not null check (per_payout_paise > 0),
  per_day_paise bigint not null,
  networks text[] not null check (cardinality(networks) > 0),
  signed_by uuid not null references people,
  signed_at timestamptz not null,
  check (per_day_paise >= per_payout_paise)
);

-- What a key has sent on a day in India; changed under the wallet's lock.
create table api_key_days (
  key_id uuid not null references api_keys,
  tenant_id uuid not null references tenants,
  day date not null,
  paise bigint not null check (paise > 0),
  primary key (key_id, day)
);

-- Apart from the keys, so that a use never waits for a change of the key.
create table api_key_uses (
  key_id uuid primary key references api_keys,
  tenant_id uuid not null references tenants,
  used_at timestamptz not null,
  address text not null,
  call text not null
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
  client_reference text check (length(client_reference) >= 1 and length(client_reference) <= 64),
  metadata jsonb,
  created_at timestamptz not null,
  check ((limits_id is not null) = (kind = 'payout'))
);
create unique index api_orders_of_reference on api_orders (tenant_id, client_reference)
where client_reference is not null;
create index api_orders_of_key on api_orders (key_id, day);

-- The requests that programs made with API keys: no body, query, or header of them. Without foreign
-- keys, which would lock rows of keys and businesses that payouts need.
create table api_requests (
  -- The server's, also in the header `X-Request-Id`: writing a row again adds nothing.
  request_id uuid primary key,
  tenant_id uuid not null,
  key_id uuid not null,
  at timestamptz not null,
  call text not null check (length(call) <= 60),
  method text not null check (length(method) <= 10),
  -- With ids where every parameter is a UUID; otherwise as in the API document.
  path text not null check (length(path) <= 300),
  status smallint not null,
  error_code text check (length(error_code) <= 60),
  duration_us bigint not null check (duration_us >= 0),
  address text not null check (length(address) <= 60)
);
create index api_requests_of_tenant on api_requests (tenant_id, at desc, request_id desc);
create index api_requests_age on api_requests using brin (at) with (pages_per_range = 16);

create table events (
  tenant_id uuid not null,
  -- From 1, without gaps.
  version bigint not null check (version > 0),
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  client_reference text,
  status text not null,
  created_at timestamptz not null,
  numbered_at timestamptz not null,
  primary key (tenant_id, version)
);
create index events_of_type on events (tenant_id, type, version);

-- Retention deletes the oldest, which are next to each other.
create index events_numbered on events using brin (numbered_at) with (pages_per_range = 16);

-- The newest event of each business.
create table event_heads (
  tenant_id uuid primary key,
  version bigint not null check (version > 0)
);

create sequence event_outbox_number;

create table event_outbox (
  -- The order of two changes of one subject, because both hold its lock. It is taken under the lock of
  -- this table that every insert holds until its commit, so the worker knows when no lower one can appear.
  number bigint primary key default nextval('event_outbox_number'),
  tenant_id uuid not null,
  type text not null,
  subject_id uuid not null,
  status text not null,
  at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Up to which number of the outbox events are numbered.
create table event_numbering (
  is_only boolean primary key default true check (is_only),
  up_to bigint not null,
  -- When that was; never earlier than before, whatever a server's clock says.
  numbered_at timestamptz not null,
  -- From when on payouts have events.
  since timestamptz not null
);

insert into event_numbering (up_to, numbered_at, since) values (0, '-infinity', '-infinity');

-- Where businesses want their events sent, and every delivery with its attempts.
create table webhook_endpoints (
  id uuid primary key,
  tenant_id uuid not null references tenants,
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
  secret_encrypted bytea not null,
  -- Still signs, until everyone who verifies has the new one.
  old_secret_encrypted bytea,
  old_secret_ends_at timestamptz,
  -- Of the first failure since the newest success.
  failing_since timestamptz,
  succeeded_at timestamptz,
  check ((old_secret_encrypted is null) = (old_secret_ends_at is null)),
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
  check ((state = 'waiting') = (due_at is not null)),
  primary key (endpoint_id, version)
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
