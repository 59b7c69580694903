-- Ledger postings are append-only.
create or replace trigger ledger_postings_immutable
before delete or update or truncate on ledger_postings
for each statement execute function ledger_refuse_change();
