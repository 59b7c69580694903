-- Puts new payouts into the queue.
create or replace trigger payouts_queue_of_new
after insert on payouts
referencing new table as added
for each statement execute function payouts_keep_queue();
