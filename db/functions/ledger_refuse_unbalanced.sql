-- Rejects a statement that adds entries of a posting that does not sum to zero.
create or replace function ledger_refuse_unbalanced()
returns trigger
language plpgsql
as $$
declare
  unbalanced uuid;
begin
  select posting_id into unbalanced
  from added
  group by posting_id
  having sum(amount_paise) <> 0
  limit 1;
  if unbalanced is not null then
    raise exception 'posting % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end
$$;
