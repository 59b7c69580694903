-- Ledger checkpoints are append-only.
create or replace trigger ledger_checkpoints_immutable
before delete or update or truncate on ledger_checkpoints
for each statement execute function ledger_refuse_change();
