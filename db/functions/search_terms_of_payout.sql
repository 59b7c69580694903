-- What finds a payout: `w` words of name, remarks and UTR, `a` the amount and `t` the total in paise,
-- `e` the end of an account number, `h` the blind index of the destination, `r` the reference. The
-- last one and the `h` of an account are not stored: an index of the payouts and the end find them.
create or replace function search_terms_of_payout(payout payouts)
returns text[]
language sql
immutable
parallel safe
as $$
  select array(
    select 'w' || word from list_search_words(payout.beneficiary_name, 6) as word
    union
    select 'w' || word from list_search_words(payout.remarks, 8) as word
    union
    select 'w' || word from list_search_words(payout.utr_number, 1) as word
    union all
    select 'a' || lpad(payout.amount_paise::text, 15, '0')
    union all
    select 't' || lpad((payout.amount_paise + payout.fee_paise + payout.gst_paise)::text, 15, '0')
    where payout.fee_paise + payout.gst_paise > 0
    union all
    select 'e' || payout.destination_end where payout.method = 'imps'
    union all
    select 'h' || left(encode(payout.destination_hash, 'hex'), 32)
    where payout.destination_hash is not null
    union all
    select 'r' || lower(payout.reference_id)
  )
$$;
