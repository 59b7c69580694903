-- Writes the events of new payouts.
create or replace trigger payouts_events_of_new
after insert on payouts
referencing new table as added
for each statement execute function payouts_write_events();
