-- What finds money that came back: the terms of its payout, with the amount that came back and the
-- bank's reference of the return.
create or replace function search_terms_of_return(returned payout_reversals)
returns text[]
language sql
stable
parallel safe
as $$
  select array(
    select term
    from payouts cross join lateral unnest(search_terms_of_payout(payouts)) as term
    where payouts.id = returned.payout_id and left(term, 1) not in ('a', 't')
    union
    select 'w' || word from list_search_words(returned.return_reference, 4) as word
    union all
    select 'a' || lpad(returned.amount_paise::text, 15, '0')
  )
$$;
