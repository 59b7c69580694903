create or replace trigger deposits_search_terms
after insert or update of amount_paise, utr_reference, remarks, bank_account_id on deposits
for each row execute function deposits_keep_search_terms();
