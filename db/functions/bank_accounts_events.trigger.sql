-- Writes the events of bank accounts.
create or replace trigger bank_accounts_events
after insert or update on bank_accounts
for each row execute function write_event('bank_account', 'tenant_id', 'status');
