create or replace trigger funds_queue_search_terms
after insert or update of state on funds_queue
for each row when (new.state in ('cancelled', 'expired'))
execute function funds_queue_keep_search_terms();
