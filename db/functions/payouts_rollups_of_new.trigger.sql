-- Keeps the payouts' rollups in step with new payouts.
create or replace trigger payouts_rollups_of_new
after insert on payouts
referencing new table as added
for each statement execute function payouts_keep_rollups();
