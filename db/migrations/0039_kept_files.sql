-- Files that a job makes are kept in one place, whoever asked: super admins' reports, and now
-- tenants' exports. What each was asked with is its filter.
-- squawk-ignore renaming-table
alter table platform_reports rename to kept_files;
-- squawk-ignore renaming-table
alter table platform_report_parts rename to kept_file_parts;
-- squawk-ignore renaming-column
alter table kept_file_parts rename column report_id to file_id;
alter index platform_reports_newest rename to kept_files_newest;
alter index platform_reports_of_job rename to kept_files_of_job;
alter index platform_reports_age rename to kept_files_age;
alter table kept_file_parts
rename constraint platform_report_parts_report_id_fkey to kept_file_parts_file;

alter table kept_files
add column filter jsonb not null default '{}',
-- When whoever asked was told that it could not be made.
add column failed_at timestamptz;

update kept_files set filter = jsonb_build_object('from', from_day, 'to', to_day);
update background_jobs set payload = jsonb_build_object('file_id', payload -> 'report_id')
where kind = 'platform_report';

-- squawk-ignore ban-drop-column
alter table kept_files drop column from_day, drop column to_day, alter column filter drop default;

-- Those that are being made, or failed and nobody was told yet.
-- squawk-ignore require-concurrent-index-creation
create index kept_files_unfinished on kept_files (created_at)
where ready_at is null and failed_at is null;

-- A CSV of a million rows is some 200 MB, and much less when PostgreSQL compresses it. Files that
-- are compressed already it leaves as they are.
alter table kept_file_parts alter column content set storage extended;

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_settled', 'payout_failed', 'payout_reversed', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense',
    'reconciliation_differs', 'reconciliation_failed', 'export_ready', 'export_failed'
  )
) not valid;
