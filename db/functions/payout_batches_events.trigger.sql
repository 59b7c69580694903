-- Writes the events of batches of payouts.
create or replace trigger payout_batches_events
after insert or update on payout_batches
for each row execute function write_event('payout_batch', 'tenant_id', 'state');
