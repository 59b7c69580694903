-- Rows of the settings history are never deleted.
create or replace trigger settings_history_immutable
before delete or truncate on settings_history
for each statement execute function ledger_refuse_change();
