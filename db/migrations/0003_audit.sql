-- Who did what.

-- Who did what, from where, what was before and after: append-only, and each row carries the
-- hash of the one before, so that a row that was changed, removed or put elsewhere is found.
create table audit_log (
  -- Without gaps: a row and its number are kept or undone together.
  seq bigint primary key,
  at timestamptz not null,
  -- Null for a person who was not signed in, and for the product.
  actor_id uuid references people,
  act text not null,
  -- What it was done to: a tenant, a deposit, a setting.
  subject_kind text,
  subject_id text,
  reason text,
  -- json, not jsonb: the text is hashed as it was written.
  before json,
  after json,
  address text,
  user_agent text,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_log_of_actor on audit_log (actor_id, seq desc);
create index audit_log_of_subject on audit_log (subject_id, seq desc);
create index audit_log_of_act on audit_log (act, seq desc);
create index audit_log_at on audit_log (at);

-- Where the chain ends: its row is the lock under which rows are added one after the other.
create table audit_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null,
  hash bytea not null
);

insert into audit_head (seq, hash) values (0, sha256('rokad audit log'));

-- How many rows the audit log has of an act on a day in Asia/Kolkata, and between which numbers.
-- A day long ago is found by it: the numbers follow the clocks of those who wrote, which no order
-- of an index promises.
create table audit_days (
  day date not null,
  act text not null,
  count bigint not null,
  first_seq bigint not null,
  last_seq bigint not null,
  primary key (day, act)
) with (fillfactor = 50);

-- The result of each check of the audit log that a person asked for: the newest is shown.
create table audit_checks (
  id uuid primary key,
  checked_at timestamptz not null,
  checked_by uuid not null references people,
  row_count bigint not null,
  -- Each fault as a sentence that names its row; empty when the chain is whole.
  faults text[] not null
);

-- How far the receivers outside have the audit log, and when they last got the heads of both chains.
create table log_copies (
  name text primary key,
  -- The last row of the audit log that the receiver has acknowledged.
  sent_seq bigint not null default 0,
  -- The day whose heads it has.
  sent_on date,
  sent_at timestamptz,
  -- The worker that sends now. Others wait until it is over.
  lease uuid not null,
  leased_until timestamptz not null,
  -- Since the last success.
  failed_times integer not null default 0,
  next_attempt_at timestamptz not null,
  problem text
);
