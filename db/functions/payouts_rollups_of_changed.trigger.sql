-- Keeps the payouts' rollups in step with updated payouts.
create or replace trigger payouts_rollups_of_changed
after update on payouts
referencing old table as removed new table as added
for each statement execute function payouts_keep_rollups();
