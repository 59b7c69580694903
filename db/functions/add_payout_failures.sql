-- Adds what changed in failed payouts to the failures of their day by reason.
create or replace function add_payout_failures(shares payout_share[])
returns void
language sql
as $$
  insert into payout_failure_days as stored
  select tenant_id, (created_at at time zone 'Asia/Kolkata')::date as day, reason,
    sum(count), sum(paise)
  from unnest(shares) where outcome in ('failed', 'returned')
  group by tenant_id, day, reason
  order by tenant_id, day, reason
  on conflict (tenant_id, day, reason) do update set
    count = stored.count + excluded.count, paise = stored.paise + excluded.paise
$$;
