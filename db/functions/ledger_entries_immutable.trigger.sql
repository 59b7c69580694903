-- Ledger entries are append-only.
create or replace trigger ledger_entries_immutable
before delete or update or truncate on ledger_entries
for each statement execute function ledger_refuse_change();
