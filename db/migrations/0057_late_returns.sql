-- Paid payouts are asked about again some days later, because a bank may return one whose webhook is
-- lost. Per adapter and number of days, a cursor says up to which payout that is done, so nothing is
-- written for the millions that were paid.
-- squawk-ignore-file require-concurrent-index-creation

-- Locks out writers while it is built: some seconds for ten million payouts.
create index payouts_paid on payouts (adapter, finished_at, id) where status = 'success';

create table late_check_cursors (
  adapter text not null,
  days integer not null check (days > 0),
  finished_at timestamptz not null,
  payout_id uuid not null,
  primary key (adapter, days)
);

-- Single payouts about which the provider gave no clear answer; asked again in later runs.
create table late_check_retries (
  payout_id uuid primary key references payouts,
  person_id uuid not null references people,
  adapter text not null,
  tries integer not null check (tries > 0),
  asked_at timestamptz not null
);
create index late_check_retries_of_adapter on late_check_retries (adapter, asked_at);

-- The newest run of each adapter.
create table late_check_runs (
  adapter text primary key,
  started_at timestamptz not null,
  -- Null while it runs.
  finished_at timestamptz,
  -- The worker that runs it, until when; afterwards another one continues it.
  lease uuid not null,
  leased_until timestamptz not null,
  calls_count integer not null default 0,
  asked_count integer not null default 0,
  found_count integer not null default 0,
  unanswered_count integer not null default 0,
  left_count integer not null default 0,
  problem text
);
