-- A search finds payouts that were not funded by stored terms, as it finds others: they accumulate.
alter table search_terms drop constraint search_terms_kind_check;
-- Not validated: the check before was narrower, and the table is large.
alter table search_terms add constraint search_terms_kind_check
check (kind in ('payout', 'not_funded', 'return', 'deposit', 'credit')) not valid;

-- The function that lists the terms comes after the migrations; a database without it has no rows.
do $$
begin
  if exists (select from funds_queue where state in ('cancelled', 'expired')) then
    insert into search_terms (tenant_id, kind, term, at, subject_id)
    select tenant_id, 'not_funded', term, created_at, id
    from funds_queue cross join lateral unnest(search_terms_of_wait(funds_queue)) as term
    where state in ('cancelled', 'expired')
    on conflict do nothing;
  end if;
end
$$;
