-- Keeps the payouts' rollups, in one statement for all rows of a batch.
create or replace function payouts_keep_sums()
returns trigger
language plpgsql
as $$
declare
  shares payout_share[];
begin
  if tg_op = 'INSERT' then
    select array_agg(payout_share_of(added, 1)) into shares from added;
  else
    -- A lease, or a status check without a final answer, changes no rollup.
    select array_agg(share) into shares
    from removed join added using (id)
    cross join lateral unnest(array[
      payout_share_of(removed, -1), payout_back_share_of(removed, -1),
      payout_share_of(added, 1), payout_back_share_of(added, 1)
    ]) as share
    where share.count is not null
      and payout_share_of(removed, 1) is distinct from payout_share_of(added, 1);
  end if;
  if shares is not null then perform add_payout_shares(shares); end if;
  return null;
end
$$;
