-- Keeps the wallets' credits in step with reversals.
create or replace trigger payout_reversals_rollups
after insert on payout_reversals
referencing new table as added
for each statement execute function reversals_keep_rollups();
