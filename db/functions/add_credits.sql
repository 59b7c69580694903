-- Adds credits of wallets (deposits and reversals) to the rollups of their month, day and hour.
-- The rows are locked in the order of the primary key, so that two transactions cannot deadlock.
create or replace function add_credits(
  share_of_tenant uuid[], share_at timestamptz[], deposits bigint[], paise bigint[], reversals
  bigint[]
)
returns void
language sql
as $$
  insert into credit_rollups as stored
  select tenant_id, grain, starts_at,
    sum(deposits), sum(paise * deposits), sum(reversals), sum(paise * reversals)
  from unnest(share_of_tenant, share_at, deposits, paise, reversals)
    as share (tenant_id, at, deposits, paise, reversals)
  cross join lateral (
    values ('month', date_trunc('month', at, 'Asia/Kolkata')),
      ('day', date_trunc('day', at, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', at, 'Asia/Kolkata'))
  ) as placed (grain, starts_at)
  group by tenant_id, grain, starts_at
  order by tenant_id, grain, starts_at
  on conflict (tenant_id, grain, starts_at) do update set
    deposit_count = stored.deposit_count + excluded.deposit_count,
    deposit_paise = stored.deposit_paise + excluded.deposit_paise,
    reversal_count = stored.reversal_count + excluded.reversal_count,
    reversal_paise = stored.reversal_paise + excluded.reversal_paise
$$;
