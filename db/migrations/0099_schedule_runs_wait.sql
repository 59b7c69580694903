-- A run of a schedule whose payout the wallet does not cover waits for funds, where the tenant wants that.
alter table funds_queue
-- Signed and approved for all its runs.
add column schedule_id uuid,
add constraint funds_queue_schedule_id_fkey foreign key (schedule_id)
references payout_schedules not valid;

-- A run names its payout from the moment that it waits for funds, before it is created. The
-- verification finds one that neither exists nor waits.
alter table schedule_runs drop constraint schedule_runs_payout_id_fkey;
