-- Adds what changed in deposits to their rollups, and completed deposits to the wallets' credits.
create or replace function add_deposit_shares(shares deposit_share[])
returns void
language plpgsql
as $$
begin
  insert into deposit_rollups as stored
  select tenant_id, grain, starts_at,
    coalesce(sum(count) filter (where status = 'pending'), 0),
    coalesce(sum(paise) filter (where status = 'pending'), 0),
    coalesce(sum(count) filter (where status = 'completed'), 0),
    coalesce(sum(paise) filter (where status = 'completed'), 0),
    coalesce(sum(count) filter (where status = 'failed'), 0),
    coalesce(sum(paise) filter (where status = 'failed'), 0)
  from unnest(shares) as share
  cross join lateral (
    values ('month', date_trunc('month', created_at, 'Asia/Kolkata')),
      ('day', date_trunc('day', created_at, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', created_at, 'Asia/Kolkata'))
  ) as placed (grain, starts_at)
  group by tenant_id, grain, starts_at
  order by tenant_id, grain, starts_at
  on conflict (tenant_id, grain, starts_at) do update set
    pending_count = stored.pending_count + excluded.pending_count,
    pending_paise = stored.pending_paise + excluded.pending_paise,
    completed_count = stored.completed_count + excluded.completed_count,
    completed_paise = stored.completed_paise + excluded.completed_paise,
    failed_count = stored.failed_count + excluded.failed_count,
    failed_paise = stored.failed_paise + excluded.failed_paise;

  perform add_credits(
    array_agg(tenant_id), array_agg(credited_at), array_agg(count), array_agg(abs(paise)),
    array_agg(0::bigint)
  ) from unnest(shares) where credited_at is not null having count(*) > 0;
end
$$;
