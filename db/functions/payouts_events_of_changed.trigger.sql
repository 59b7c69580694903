-- Writes the events of updated payouts.
create or replace trigger payouts_events_of_changed
after update on payouts
referencing old table as removed new table as added
for each statement execute function payouts_write_events();
