-- Adds what changed in payouts to the changes of their rollups, which a worker compacts. The rows are
-- locked in the order of the primary key, so that two transactions cannot deadlock.
create or replace function add_payout_changes(shares payout_share[])
returns void
language plpgsql
as $$
begin
  insert into payout_rollup_changes as stored
  select tenant_id, starts_at, provider, method, bank_name,
    coalesce(sum(count) filter (where outcome = 'open'), 0),
    coalesce(sum(paise) filter (where outcome = 'open'), 0),
    coalesce(sum(fee_paise) filter (where outcome = 'open'), 0),
    coalesce(sum(gst_paise) filter (where outcome = 'open'), 0),
    coalesce(sum(count) filter (where outcome = 'success'), 0),
    coalesce(sum(paise) filter (where outcome = 'success'), 0),
    coalesce(sum(fee_paise) filter (where outcome = 'success'), 0),
    coalesce(sum(gst_paise) filter (where outcome = 'success'), 0),
    coalesce(sum(fee_paise) filter (where outcome = 'earned'), 0),
    coalesce(sum(gst_paise) filter (where outcome = 'earned'), 0),
    coalesce(sum(count) filter (where outcome = 'failed'), 0),
    coalesce(sum(paise) filter (where outcome = 'failed'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'failed'), 0),
    coalesce(sum(count) filter (where outcome = 'returned'), 0),
    coalesce(sum(paise) filter (where outcome = 'returned'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'returned'), 0),
    coalesce(sum(count) filter (where outcome = 'cancelled'), 0),
    coalesce(sum(paise) filter (where outcome = 'cancelled'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'cancelled'), 0),
    coalesce(sum(paise) filter (where outcome = 'back'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'back'), 0)
  from (
    select tenant_id, date_trunc('hour', created_at, 'Asia/Kolkata') as starts_at, provider, method,
      bank_name, outcome, count, paise, fee_paise, gst_paise
    from unnest(shares)
    union all
    select tenant_id, date_trunc('hour', earned_at, 'Asia/Kolkata'), provider, method,
      bank_name, 'earned', 0, 0, fee_paise, gst_paise
    from unnest(shares) where earned_at is not null
    union all
    select tenant_id, date_trunc('hour', returned_at, 'Asia/Kolkata'), provider, method,
      bank_name, 'earned', 0, 0, -fee_paise, -gst_paise
    from unnest(shares) where returned_at is not null
  ) as parts
  group by tenant_id, starts_at, provider, method, bank_name
  order by tenant_id, starts_at, provider, method, bank_name
  on conflict (tenant_id, starts_at, provider, method, bank_name) do update set
    open_count = stored.open_count + excluded.open_count,
    open_paise = stored.open_paise + excluded.open_paise,
    open_fee_paise = stored.open_fee_paise + excluded.open_fee_paise,
    open_gst_paise = stored.open_gst_paise + excluded.open_gst_paise,
    success_count = stored.success_count + excluded.success_count,
    success_paise = stored.success_paise + excluded.success_paise,
    success_fee_paise = stored.success_fee_paise + excluded.success_fee_paise,
    success_gst_paise = stored.success_gst_paise + excluded.success_gst_paise,
    earned_fee_paise = stored.earned_fee_paise + excluded.earned_fee_paise,
    earned_gst_paise = stored.earned_gst_paise + excluded.earned_gst_paise,
    failed_count = stored.failed_count + excluded.failed_count,
    failed_paise = stored.failed_paise + excluded.failed_paise,
    failed_charges_paise = stored.failed_charges_paise + excluded.failed_charges_paise,
    returned_count = stored.returned_count + excluded.returned_count,
    returned_paise = stored.returned_paise + excluded.returned_paise,
    returned_charges_paise = stored.returned_charges_paise + excluded.returned_charges_paise,
    cancelled_count = stored.cancelled_count + excluded.cancelled_count,
    cancelled_paise = stored.cancelled_paise + excluded.cancelled_paise,
    cancelled_charges_paise = stored.cancelled_charges_paise + excluded.cancelled_charges_paise,
    back_paise = stored.back_paise + excluded.back_paise,
    back_charges_paise = stored.back_charges_paise + excluded.back_charges_paise;
end
$$;
