-- Rows are never changed or deleted.
create or replace trigger schedule_approvals_immutable
before delete or update or truncate on schedule_approvals
for each statement execute function ledger_refuse_change();
