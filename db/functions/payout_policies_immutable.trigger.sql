-- Rows are never changed or deleted.
create or replace trigger payout_policies_immutable
before delete or update or truncate on payout_policies
for each statement execute function ledger_refuse_change();
