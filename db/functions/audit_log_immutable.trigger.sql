-- The audit log is append-only.
create or replace trigger audit_log_immutable
before delete or update or truncate on audit_log
for each statement execute function ledger_refuse_change();
