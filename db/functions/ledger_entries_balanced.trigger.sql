-- Every posting sums to zero, checked once for each statement.
create or replace trigger ledger_entries_balanced
after insert on ledger_entries
referencing new table as added
for each statement execute function ledger_refuse_unbalanced();
