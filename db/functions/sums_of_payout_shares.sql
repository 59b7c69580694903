-- What shares of payouts add to the rollups of months, days and hours: a row for each share and grain.
create or replace function sums_of_payout_shares(shares payout_share[])
returns setof payout_sums
language sql
stable
as $$
  select person_id, grain, starts_at,
    case outcome when 'open' then count else 0 end,
    case outcome when 'open' then paise else 0 end,
    case outcome when 'open' then fee_paise + gst_paise else 0 end,
    case outcome when 'success' then count else 0 end,
    case outcome when 'success' then paise else 0 end,
    case outcome when 'success' then fee_paise + gst_paise else 0 end,
    case outcome when 'failed' then count else 0 end,
    case outcome when 'failed' then paise else 0 end,
    case outcome when 'failed' then fee_paise + gst_paise else 0 end,
    case outcome when 'returned' then count else 0 end,
    case outcome when 'returned' then paise else 0 end,
    case outcome when 'returned' then fee_paise + gst_paise else 0 end,
    case outcome when 'cancelled' then count else 0 end,
    case outcome when 'cancelled' then paise else 0 end,
    case outcome when 'cancelled' then fee_paise + gst_paise else 0 end,
    case outcome when 'back' then paise else 0 end,
    case outcome when 'back' then fee_paise + gst_paise else 0 end
  from unnest(shares) as share
  cross join lateral (
    values ('month', date_trunc('month', created_at, 'Asia/Kolkata')),
      ('day', date_trunc('day', created_at, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', created_at, 'Asia/Kolkata'))
  ) as placed (grain, starts_at)
$$;
