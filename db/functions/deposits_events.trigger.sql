-- Writes the events of deposits.
create or replace trigger deposits_events
after insert or update on deposits
for each row execute function write_event('deposit', 'tenant_id', 'status');
