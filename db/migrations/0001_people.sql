-- People who sign in: tenants (operators and retailers) and super admins.
-- Ids are UUIDv7 made by the server, so PostgreSQL 15 to 18 behave alike.
create table people (
  id uuid primary key,
  mobile text not null unique check (mobile ~ '^[6-9][0-9]{9}$'),
  name text not null,
  email text,
  role text not null check (role in ('superadmin', 'operator', 'retailer')),
  features text[] not null default '{}',
  allowed_providers text[] not null default '{primary}',
  password_hash text,
  is_active boolean not null default true,
  -- A closed account keeps its books and its number for ever; nobody signs in to it again.
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index people_newest on people (created_at desc, id desc);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('logout', 'token_reused', 'deactivated', 'closed')),
  address text,
  user_agent text
);

create index sessions_open on sessions (person_id) where ended_at is null;

-- Each refresh token works once: using it sets used_at, and a second use ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  issued_at timestamptz not null,
  used_at timestamptz
);

create index refresh_tokens_of_session on refresh_tokens (session_id);

-- One-time codes. Only a keyed hash of the code is kept. A number without an account gets a
-- row too, so that limits and answers are the same for it.
create table one_time_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('sign_in', 'payout')),
  mobile text not null,
  person_id uuid references people,
  code_hmac bytea not null,
  wrong_tries smallint not null default 0,
  -- What a payout code authorises: the digest of the order and the charges that were quoted.
  order_digest bytea,
  fee_paise bigint,
  gst_paise bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_codes_newest on one_time_codes (mobile, purpose, created_at desc);

-- Counters shared by every server: one row for each key and window.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (key, window_start)
);

-- Answers kept for `Idempotency-Key`. A payout keeps its key on its own row instead.
create table idempotency_keys (
  person_id uuid not null references people,
  key text not null,
  call text not null,
  body_digest bytea not null,
  -- json keeps the order of fields, so that a repeat is answered byte for byte.
  answer json not null,
  created_at timestamptz not null,
  primary key (person_id, key)
);

-- What the sandbox SMS gateway "sent". Empty with a real gateway.
create table sandbox_messages (
  id uuid primary key,
  mobile text not null,
  text text not null,
  code text,
  purpose text not null,
  created_at timestamptz not null
);

create index sandbox_messages_newest on sandbox_messages (mobile, created_at desc);
