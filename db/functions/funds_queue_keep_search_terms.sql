-- Writes the terms that find a payout that was not funded. They are few while they wait, and then compared
-- directly.
create or replace function funds_queue_keep_search_terms()
returns trigger
language plpgsql
as $$
begin
  insert into search_terms (tenant_id, kind, term, at, subject_id)
  select new.tenant_id, 'not_funded', term, new.created_at, new.id
  from unnest(search_terms_of_wait(new)) as term
  on conflict do nothing;
  return null;
end
$$;
