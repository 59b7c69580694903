-- The rails that payouts may take, and whether one is paused. A row is locked, shared, by whoever
-- claims payouts of its rail, so that a pause waits for claims under way and every later one sees
-- it. Nothing that changes often stands here.
create table providers (
  id text primary key check (id in ('primary', 'alternative')),
  paused_at timestamptz,
  paused_by uuid references people,
  pause_reason text,
  check ((paused_at is null) = (pause_reason is null))
);

insert into providers (id) values ('primary'), ('alternative');

-- What was last heard of a rail.
create table provider_health (
  provider text primary key references providers,
  -- A look whether it answers at all, and what it says that we have with it.
  probed_at timestamptz,
  probe_ms integer,
  probe_error text,
  balance_paise bigint,
  last_success_at timestamptz,
  last_success text,
  last_error_at timestamptz,
  last_error text
);

insert into provider_health (provider) values ('primary'), ('alternative');

-- What a rail did in a minute: a row however many calls there were.
create table provider_minutes (
  provider text not null references providers,
  minute timestamptz not null,
  -- Calls: a clear answer, no clear answer, and whatever else went wrong.
  answered integer not null,
  unclear integer not null,
  broken integer not null,
  -- Payouts that came to an end.
  paid integer not null,
  refused integer not null,
  -- How many calls took how long: one count for each of the steps that the server names.
  latency integer[] not null,
  slowest_ms integer not null,
  primary key (provider, minute)
);

-- Servers and workers that are alive say so every few seconds.
create table processes (
  id uuid primary key,
  role text not null check (role in ('all', 'api', 'worker')),
  host text not null,
  version text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- When its worker last finished a round; a worker that hangs still has a beat.
  worked_at timestamptz
);

-- Open payouts by what is to be done with them on which rail, so that those of a paused rail are
-- passed over without being read.
-- squawk-ignore require-concurrent-index-deletion
drop index payouts_due;
-- squawk-ignore require-concurrent-index-creation
create index payouts_due on payouts (status, provider, due_at) where due_at is not null;

-- A super admin may end anybody's session.
alter table sessions drop constraint sessions_ended_because_check;
-- squawk-ignore constraint-missing-not-valid
alter table sessions add constraint sessions_ended_because_check
check (ended_because in ('logout', 'token_reused', 'deactivated', 'closed', 'revoked'));
-- squawk-ignore require-concurrent-index-creation
create index sessions_seen on sessions (last_seen_at desc, id desc) where ended_at is null;
