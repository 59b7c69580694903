-- Writes the events of saved beneficiaries.
create or replace trigger beneficiaries_events
after insert or update on beneficiaries
for each row execute function write_beneficiary_event();
