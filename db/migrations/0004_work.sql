-- Servers, their background work, and what they keep for requests.

-- Work that is not about one payout and outlives the request that asked for it: reports, checks,
-- imports. Payouts stay their own jobs (docs/decisions/0002).
create table background_jobs (
  id uuid primary key,
  kind text not null,
  payload json not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'dead')),
  -- Counts the leases. A worker writes only while its lease is the newest.
  tries integer not null default 0,
  due_at timestamptz not null,
  -- Set while it is running; when it has passed, the worker is gone and the next one may begin.
  leased_until timestamptz,
  last_error text,
  progress_done bigint not null default 0,
  -- Null while nobody knows how much there is to do.
  progress_total bigint,
  created_by uuid references people,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((status = 'running') = (leased_until is not null)),
  check ((status in ('done', 'dead')) = (finished_at is not null))
);
create index background_jobs_due on background_jobs (coalesce(leased_until, due_at))
where status in ('waiting', 'running');
create index background_jobs_over on background_jobs (finished_at) where finished_at is not null;
create index background_jobs_newest on background_jobs (created_at desc, id desc);
create index background_jobs_by_status on background_jobs (status, created_at desc, id desc);

-- Servers and workers that are alive say so every few seconds.
create table processes (
  id uuid primary key,
  role text not null check (role in ('all', 'api', 'worker')),
  host text not null,
  version text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- When its worker last finished a round; a worker that hangs still has a beat.
  worked_at timestamptz,
  -- The names of the encryption keys that a process has, so that no key is locked with one that it
  -- lacks.
  encryption_keys text[] not null default '{}',
  -- Which APP_SECRET a process has, by a name that tells nothing of it: servers with different ones
  -- would refuse each other's sessions and payout codes.
  secret_name text not null default ''
);

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
  -- The member whose request it was; null for a program's.
  member_id uuid,
  primary key (person_id, key)
);

-- Reports and exports with their files: in PostgreSQL, so that every server can hand out what another
-- one made.
create table stored_files (
  id uuid primary key,
  owner_id uuid not null references people,
  kind text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- The work on it. Gone when the job was forgotten or discarded.
  job_id uuid references background_jobs on delete set null,
  created_at timestamptz not null,
  ready_at timestamptz,
  -- The try of the job whose parts are the file.
  made_by_try integer,
  byte_count bigint,
  row_count bigint,
  expires_at timestamptz,
  filter jsonb not null,
  -- When its owner was notified that it could not be created.
  failed_at timestamptz,
  requested_by uuid references people,
  check ((ready_at is null) = (made_by_try is null)),
  check ((ready_at is null) = (byte_count is null)),
  check ((ready_at is null) = (row_count is null)),
  check ((ready_at is null) = (expires_at is null))
);
create index stored_files_newest on stored_files (owner_id, created_at desc, id desc);
create index stored_files_of_job on stored_files (job_id) where job_id is not null;
create index stored_files_age on stored_files (created_at);

-- Those in preparation, and those that failed before their owner was notified.
create index stored_files_unfinished on stored_files (created_at)
where ready_at is null and failed_at is null;

-- A file in pieces, in the order in which it was made. Two workers on one report, of which one
-- has lost its lease, write apart from each other.
create table stored_file_parts (
  file_id uuid not null constraint stored_file_parts_file references stored_files on delete cascade,
  made_by_try integer not null,
  part integer not null,
  content bytea not null,
  primary key (file_id, made_by_try, part)
);

-- Filters of a history under a name, of one person in one business.
create table saved_views (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  member_id uuid not null references people,
  history text not null check (history in ('payouts', 'wallet', 'deposits')),
  name text not null check (length(name) >= 1 and length(name) <= 40),
  -- Filters, search and order as the history's address has them.
  query jsonb not null,
  -- Opens with the history.
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_views_once on saved_views (tenant_id, member_id, history, lower(name));
create unique index saved_views_default on saved_views (tenant_id, member_id, history)
where is_default;

-- Each time that the books were verified: who asked, how long it took and what was found.
create table verifications (
  id uuid primary key,
  origin text not null check (origin in ('person', 'night', 'command')),
  requested_by uuid references people,
  requested_at timestamptz not null,
  -- The day in India of a nightly verification: once a day, however many servers.
  night text unique,
  -- The background job that does it; it may be forgotten before its result is.
  job_id uuid,
  finished_at timestamptz,
  ms integer,
  checks jsonb not null default '[]',
  fault_count integer not null default 0,
  -- Why it could not be done.
  problem text,
  check ((origin = 'night') = (night is not null))
);

-- One at a time.
create unique index verifications_in_progress on verifications ((true)) where finished_at is null;
create index verifications_newest on verifications (finished_at desc, id desc)
where finished_at is not null;

-- Restores of a backup on a scratch server, each stored by the command that did it.
create table restore_drills (
  id uuid primary key,
  started_at timestamptz not null,
  -- Null while it runs, and when its process ended before it did.
  finished_at timestamptz,
  -- The file or folder without its path; null when no backup was found.
  backup_name text check (length(backup_name) <= 255),
  backup_at timestamptz,
  restore_ms integer check (restore_ms >= 0),
  verify_ms integer check (verify_ms >= 0),
  -- What the verification of the restored books compared, and what it found.
  rule_count integer not null default 0 check (rule_count >= 0),
  fault_count integer not null default 0 check (fault_count >= 0),
  faulty_rules text[] not null default '{}',
  -- Why it could not be done, without paths and numbers.
  problem text check (length(problem) <= 200),
  check (problem is null or finished_at is not null)
);
