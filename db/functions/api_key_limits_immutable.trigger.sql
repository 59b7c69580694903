-- What an owner signed is never changed or deleted; new limits are a new row.
create or replace trigger api_key_limits_immutable
before delete or update or truncate on api_key_limits
for each statement execute function ledger_refuse_change();
