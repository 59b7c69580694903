-- What shares of payouts add to the days by provider, method and bank: the day of the request, and
-- the days on which their charges were earned or returned.
create or replace function day_parts_of_payout_shares(shares payout_share[])
returns setof payout_day_parts
language sql
stable
as $$
  select person_id, day, provider, method, bank_name,
    case part when 'open' then count else 0 end,
    case part when 'open' then paise else 0 end,
    case part when 'success' then count else 0 end,
    case part when 'success' then paise else 0 end,
    case when part in ('failed', 'returned') then count else 0 end,
    case when part in ('failed', 'returned') then paise else 0 end,
    case when part in ('open', 'success') then part_fee else 0 end,
    case when part in ('open', 'success') then part_gst else 0 end,
    case part when 'earned' then part_fee else 0 end,
    case part when 'earned' then part_gst else 0 end
  from unnest(shares) as share
  cross join lateral (
    values (created_at, outcome, fee_paise, gst_paise),
      (earned_at, 'earned', fee_paise, gst_paise),
      (returned_at, 'earned', -fee_paise, -gst_paise)
  ) as parts (happened_at, part, part_fee, part_gst)
  cross join lateral (select (happened_at at time zone 'Asia/Kolkata')::date) as days (day)
  where happened_at is not null
$$;
