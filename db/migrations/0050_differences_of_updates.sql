-- No earlier server reads these two columns.
-- squawk-ignore-file ban-drop-not-null

-- A provider's update with another amount or currency is a difference that no run has found.
alter table reconciliation_differences alter column found_run_id drop not null;
alter table reconciliation_differences alter column seen_run_id drop not null;

-- An unlogged table whose rows live as long as a run.
alter table reconciliation_theirs
add column currency text default 'INR',
add column has_amount boolean not null default true;
