-- Keeps the payouts' rollups, in one statement for all rows of a batch. A payout counts with what
-- stays paid of it; `payout_back_share_of` is the rest. Shares before and after a change are added up
-- first: a lease, or a status check without a final answer, leaves none.
create or replace function payouts_keep_rollups()
returns trigger
language plpgsql
as $$
declare
  shares payout_share[];
begin
  if tg_op = 'INSERT' then
    select array_agg(payout_share_of(added, 1)) into shares from added;
  else
    select array_agg(row(
      tenant_id, created_at, outcome, provider, method, bank_name, reason, count, paise, fee_paise,
      gst_paise, earned_at, returned_at
    )::payout_share) into shares
    from (
      select tenant_id, created_at, outcome, provider, method, bank_name, reason, earned_at,
        returned_at, sum(count)::bigint as count, sum(paise)::bigint as paise,
        sum(fee_paise)::bigint as fee_paise, sum(gst_paise)::bigint as gst_paise
      from (
        select (payout_share_of(removed, -1)).* from removed
        union all
        select (payout_share_of(added, 1)).* from added
        union all
        select (payout_back_share_of(removed, -1)).* from removed
        where status = 'success' and returned_paise > 0
        union all
        select (payout_back_share_of(added, 1)).* from added
        where status = 'success' and returned_paise > 0
      ) as each
      group by tenant_id, created_at, outcome, provider, method, bank_name, reason, earned_at,
        returned_at
    ) as changed
    where (count, paise, fee_paise, gst_paise) <> (0, 0, 0, 0);
  end if;
  if shares is null then return null; end if;
  perform add_payout_changes(shares);
  if exists (select from unnest(shares) where outcome in ('failed', 'returned')) then
    perform add_payout_failures(shares);
  end if;
  return null;
end
$$;
