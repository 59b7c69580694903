-- Writes the events of payment requests.
create or replace trigger payment_requests_events
after insert or update on payment_requests
for each row execute function write_event('payment_request', 'tenant_id', 'state');
