-- Tax invoices and credit notes are never changed or deleted.
create or replace trigger tax_documents_immutable
before delete or update or truncate on tax_documents
for each statement execute function ledger_refuse_change();
