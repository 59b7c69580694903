-- Keeps the queue and the finished payouts in step with updated payouts.
create or replace trigger payouts_queue_of_changed
after update on payouts
referencing old table as removed new table as added
for each statement execute function payouts_keep_queue();
