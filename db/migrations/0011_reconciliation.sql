-- Our payouts of each day against the provider's record.

-- Our payouts of a day held against the provider's own record of it: every night, and on demand.
create table reconciliation_runs (
  id uuid primary key,
  adapter text not null,
  -- The day in India that is compared, `YYYY-MM-DD`.
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  origin text not null check (origin in ('person', 'night')),
  requested_by uuid references people,
  requested_at timestamptz not null,
  -- The day in India of a nightly run: once a night, however many servers.
  night text,
  -- The background job that does it; it may be forgotten before its result is.
  job_id uuid,
  -- Whether it looks at the balance too: once a night, and whenever a person asks.
  weighs_balance boolean not null,
  finished_at timestamptz,
  -- Why it could not be done. Then it says nothing of the day.
  problem text,
  -- How the provider was asked: for its list, or about each of our payouts.
  way text check (way in ('list', 'look')),
  compared_count integer not null default 0,
  -- Payouts that were moving while they were looked at: left to the next run.
  moving_count integer not null default 0,
  ours_count integer not null default 0,
  ours_paise bigint not null default 0,
  theirs_count integer not null default 0,
  -- Null where the provider gives no amounts.
  theirs_paise bigint,
  new_count integer not null default 0,
  open_count integer not null default 0,
  severe_count integer not null default 0,
  known_count integer not null default 0,
  gone_count integer not null default 0,
  -- Why there is no balance of the provider's.
  balance_problem text,
  check ((origin = 'night') = (night is not null))
);

-- One at a time for each provider and day.
create unique index reconciliation_runs_in_progress on reconciliation_runs (adapter, day)
where finished_at is null;
create unique index reconciliation_runs_night on reconciliation_runs (adapter, day, night)
where night is not null;
create index reconciliation_runs_newest on reconciliation_runs (requested_at desc, id desc);
create index reconciliation_runs_finished on reconciliation_runs (adapter, finished_at desc)
where finished_at is not null;

-- What a run in progress has read and found so far. It begins again after a crash, so nothing here
-- needs to outlive one; what is shown is only what a run ended with.
create unlogged table reconciliation_theirs (
  run_id uuid not null,
  provider_reference text not null,
  reference text,
  state text not null,
  raw_state text,
  amount_paise bigint,
  utr text,
  fee_paise bigint,
  tax_paise bigint,
  reason text,
  currency text default 'INR',
  has_amount boolean not null default true,
  primary key (run_id, provider_reference)
);
create index reconciliation_theirs_of_reference on reconciliation_theirs (run_id, reference);

create unlogged table reconciliation_findings (
  -- The difference's, if it is a new one.
  id uuid not null,
  run_id uuid not null,
  kind text not null,
  action text not null,
  is_severe boolean not null,
  subject text not null,
  payout_id uuid,
  provider_reference text,
  ours jsonb,
  theirs jsonb,
  primary key (run_id, kind, subject)
);

-- What did not agree, from the run that found it to the person or run that ended it.
create table reconciliation_differences (
  id uuid primary key,
  adapter text not null,
  day text not null,
  kind text not null,
  -- The one thing that a person can do about it.
  action text not null,
  is_severe boolean not null,
  -- What it is about: our reference, or the provider's where we have none.
  subject text not null,
  payout_id uuid references payouts,
  provider_reference text,
  -- What each side said when it was seen last; null where it knows nothing.
  ours jsonb,
  theirs jsonb,
  state text not null default 'open' check (state in ('open', 'known', 'settled', 'gone')),
  found_at timestamptz not null,
  found_run_id uuid references reconciliation_runs,
  seen_at timestamptz not null,
  seen_run_id uuid references reconciliation_runs,
  -- When a person or a run ended it, or a person said that it is known.
  ended_at timestamptz,
  ended_by uuid references people,
  reason text,
  -- A provider that contradicts an end of ours: two different people call it known. This is the first.
  first_by uuid references people,
  first_at timestamptz,
  first_reason text,
  first_return jsonb,
  check ((state = 'open') = (ended_at is null)),
  check (state <> 'known' or (ended_by is not null and reason is not null)),
  constraint reconciliation_differences_first_whole check (num_nulls(first_by, first_at, first_reason) in (0, 3)),
  constraint reconciliation_differences_two_people check (
    state <> 'known'
    or first_by is null
    or first_by <> ended_by
  ),
  -- `record_return`: a return below the payout's amount that could not be applied, which a super admin
  -- records. Above the limit in System Settings the first one's record waits for a second.
  check (action in ('ask', 'take_charge', 'take_utr', 'mark_known', 'decide', 'record_return')),
  -- `balance`: a provider's balance that our books don't explain, which a person ends with a reason.
  check (
    kind in (
      'missing_here', 'missing_there', 'doubled', 'amount', 'status', 'utr', 'charge', 'balance'
    )
  )
);

-- One of a kind about a thing at a time; a known one is the same one again.
create unique index reconciliation_differences_unresolved on reconciliation_differences (
  adapter, day, kind, subject
)
where state in ('open', 'known');
create index reconciliation_differences_newest on reconciliation_differences (
  found_at desc, id desc
);
create index reconciliation_differences_open on reconciliation_differences (adapter, day)
where state = 'open';

-- Open and severe ones first, then the newest.
create index reconciliation_differences_in_order on reconciliation_differences (
  ((state = 'open')) desc, is_severe desc, found_at desc, id desc
);

-- The balance that a provider reported, and what our books said at that moment, from the first payout
-- on: what lies between two of these explains how the balance changed.
create table reconciliation_balances (
  run_id uuid primary key references reconciliation_runs,
  adapter text not null,
  at timestamptz not null,
  reported_paise bigint not null,
  taken_paise bigint not null,
  charges_paise bigint not null,
  returned_paise bigint not null,
  -- The one before, against which it is held.
  previous_run_id uuid references reconciliation_balances,
  -- What was transferred to the provider up to a reconciliation's reading, which explains its balance.
  transferred_paise bigint
);
create index reconciliation_balances_newest on reconciliation_balances (adapter, at desc);
