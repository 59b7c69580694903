-- Keeps the rollups by provider in step with new payouts.
create or replace trigger payouts_adapter_rollups_of_new
after insert on payouts
referencing new table as added
for each statement execute function payouts_keep_adapter_rollups_of_new();
