-- Work that is not about one payout and outlives the request that asked for it: reports, checks,
-- imports. Payouts stay their own jobs (docs/decisions/0002).
create table background_jobs (
  id uuid primary key,
  kind text not null,
  payload json not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'dead')),
  -- Counts the claims. A worker writes only while its claim is the newest.
  tries integer not null default 0,
  due_at timestamptz not null,
  -- Set while it is running; when it has passed, the worker is gone and the next one may begin.
  claimed_until timestamptz,
  last_error text,
  progress_done bigint not null default 0,
  -- Null while nobody knows how much there is to do.
  progress_total bigint,
  created_by uuid references people,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((status = 'running') = (claimed_until is not null)),
  check ((status in ('done', 'dead')) = (finished_at is not null))
);

create index background_jobs_due on background_jobs ((coalesce(claimed_until, due_at)))
where status in ('waiting', 'running');
create index background_jobs_over on background_jobs (finished_at) where finished_at is not null;
