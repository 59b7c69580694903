-- Each time that the books were verified: who asked, how long it took and what was found.
create table verifications (
  id uuid primary key,
  origin text not null check (origin in ('person', 'night', 'command')),
  asked_by uuid references people,
  asked_at timestamptz not null,
  -- The day in India of a verification that was made by itself: once a day, however many servers.
  night text unique,
  -- The background job that does it; it may be forgotten before its result is.
  job_id uuid,
  finished_at timestamptz,
  ms integer,
  -- Each check with its rules, its faults and how long it took.
  checks jsonb not null default '[]',
  fault_count integer not null default 0,
  -- Why it could not be done.
  problem text,
  check ((origin = 'night') = (night is not null))
);

-- One at a time.
create unique index verifications_under_way on verifications ((true)) where finished_at is null;
create index verifications_newest on verifications (finished_at desc, id desc)
where finished_at is not null;
