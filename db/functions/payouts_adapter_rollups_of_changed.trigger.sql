-- Keeps the rollups by provider in step with updated payouts.
create or replace trigger payouts_adapter_rollups_of_changed
after update on payouts
referencing old table as removed new table as added
for each statement execute function payouts_keep_adapter_rollups_of_changed();
