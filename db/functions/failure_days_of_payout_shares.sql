-- What shares of payouts add to the failures of a day by reason.
create or replace function failure_days_of_payout_shares(shares payout_share[])
returns setof payout_failure_days
language sql
stable
as $$
  select person_id, (created_at at time zone 'Asia/Kolkata')::date, reason, count, paise
  from unnest(shares) as share
  where outcome in ('failed', 'returned')
$$;
