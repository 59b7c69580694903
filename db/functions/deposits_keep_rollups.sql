-- Keeps the deposits' rollups. Deferred to the commit, so that a deposit that changes twice in a
-- transaction counts once.
create or replace function deposits_keep_rollups()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform add_deposit_shares(array[deposit_share_of(new, 1)]);
  elsif deposit_share_of(old, 1) is distinct from deposit_share_of(new, 1) then
    perform add_deposit_shares(array[deposit_share_of(old, -1), deposit_share_of(new, 1)]);
  end if;
  return null;
end
$$;
