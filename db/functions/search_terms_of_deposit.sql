-- What finds a deposit, with the letters of `search_terms_of_payout`: UTR and remarks, its amount,
-- and holder and number of the account that it came from.
create or replace function search_terms_of_deposit(deposit deposits)
returns text[]
language sql
stable
parallel safe
as $$
  select array(
    select 'w' || word from list_search_words(deposit.utr_reference, 1) as word
    union
    select 'w' || word from list_search_words(deposit.remarks, 8) as word
    union
    select 'w' || word
    from bank_accounts cross join lateral list_search_words(account_holder_name, 6) as word
    where bank_accounts.id = deposit.bank_account_id
    union all
    select 'a' || lpad(deposit.amount_paise::text, 15, '0')
    union all
    select 'e' || account_number_end from bank_accounts
    where bank_accounts.id = deposit.bank_account_id
    union all
    select 'h' || left(encode(account_number_hash, 'hex'), 32) from bank_accounts
    where bank_accounts.id = deposit.bank_account_id
  )
$$;
