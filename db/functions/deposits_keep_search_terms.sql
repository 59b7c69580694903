-- Writes the terms that find a deposit. Those of earlier values stay: a search compares the row too.
create or replace function deposits_keep_search_terms()
returns trigger
language plpgsql
as $$
begin
  insert into search_terms (tenant_id, kind, term, at, subject_id)
  select new.tenant_id, 'deposit', term, new.created_at, new.id
  from unnest(search_terms_of_deposit(new)) as term where left(term, 1) <> 'h'
  on conflict do nothing;
  return null;
end
$$;
