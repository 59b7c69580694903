-- The person who founds a business is its first owner.
create or replace function add_founder() returns trigger language plpgsql as $$
begin
  insert into memberships (tenant_id, person_id, roles, created_at)
  values (new.id, new.id, '{owner}', new.created_at)
  on conflict do nothing;
  return null;
end $$;
