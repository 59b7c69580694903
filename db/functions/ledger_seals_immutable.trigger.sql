-- Ledger checkpoints are append-only.
create or replace trigger ledger_seals_immutable
before delete or update or truncate on ledger_seals
for each statement execute function ledger_refuse_change();
