-- Reports over all tenants that super admins had made, with their files: in PostgreSQL, so that
-- every server can hand out what another one made.
create table platform_reports (
  id uuid primary key,
  asked_by uuid not null references people,
  kind text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- Days in Asia/Kolkata as they were asked for, `YYYY-MM-DD`.
  from_day text not null,
  to_day text not null,
  -- The work on it. Gone when the job was forgotten or discarded.
  job_id uuid references background_jobs on delete set null,
  created_at timestamptz not null,
  ready_at timestamptz,
  -- The try of the job whose parts are the file.
  made_by_try integer,
  byte_count bigint,
  row_count bigint,
  expires_at timestamptz,
  check ((ready_at is null) = (made_by_try is null)),
  check ((ready_at is null) = (byte_count is null)),
  check ((ready_at is null) = (row_count is null)),
  check ((ready_at is null) = (expires_at is null))
);

create index platform_reports_newest on platform_reports (asked_by, created_at desc, id desc);
create index platform_reports_of_job on platform_reports (job_id) where job_id is not null;
create index platform_reports_age on platform_reports (created_at);

-- A file in pieces, in the order in which it was made. Two workers on one report, of which one
-- has lost its claim, write apart from each other.
create table platform_report_parts (
  report_id uuid not null references platform_reports on delete cascade,
  made_by_try integer not null,
  part integer not null,
  content bytea not null,
  primary key (report_id, made_by_try, part)
);

-- Files are compressed already, or are read once.
alter table platform_report_parts alter column content set storage external;

-- Figures of a period are added up from what was written in it. Rows lie in the order of their
-- time, so that a few kilobytes do where a B-tree would cost every payout a write.
-- squawk-ignore require-concurrent-index-creation
create index ledger_postings_age on ledger_postings using brin (created_at)
with (autosummarize = on, pages_per_range = 32);
-- squawk-ignore require-concurrent-index-creation
create index ledger_entries_age on ledger_entries using brin (created_at)
with (autosummarize = on, pages_per_range = 32);
-- squawk-ignore require-concurrent-index-creation
create index payouts_age on payouts using brin (created_at)
with (autosummarize = on, pages_per_range = 32);
-- squawk-ignore require-concurrent-index-creation
create index deposits_age on deposits using brin (created_at)
with (autosummarize = on, pages_per_range = 32);
