-- What happened in a business, for programs. Triggers write the outbox in the transaction of the change;
-- a worker numbers its rows behind it, so that no change waits for a counter of its business.
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
insert into event_numbering (up_to, numbered_at, since) values (0, '-infinity', now());

-- The newest event of each business.
create table event_heads (
  tenant_id uuid primary key,
  version bigint not null check (version > 0)
);

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

-- Below which balance a business wants an event.
create table wallet_alerts (
  tenant_id uuid primary key references people,
  below_paise bigint not null check (below_paise > 0),
  -- Whether the event of this crossing is written.
  is_low boolean not null default false,
  changed_at timestamptz not null
);
