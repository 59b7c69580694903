-- Payouts to UPI ids by the handle of whoever runs it, where a payout to an account has its bank:
-- the analytics of all tenants tell both, and had no sum for the first.
lock table payouts in share row exclusive mode;

create or replace function payout_share_of(payout payouts, times bigint) returns payout_share
language sql immutable as $$
  select row(
    payout.person_id,
    payout.created_at,
    case
      when payout.status in ('pending', 'processing') then 'open'
      when payout.status = 'success' then 'success'
      when payout.returned_at is null then 'failed'
      else 'returned'
    end,
    payout.provider,
    payout.method,
    coalesce(payout.bank_name, case when payout.method = 'upi' then lower(payout.destination_end) end, ''),
    coalesce(payout.failure_reason, ''),
    times,
    times * payout.amount_paise,
    times * payout.fee_paise,
    times * payout.gst_paise,
    case when payout.status = 'success' or payout.returned_at is not null then payout.finished_at end,
    payout.returned_at
  )::payout_share
$$;

delete from payout_day_parts where method = 'upi';
insert into payout_day_parts
select person_id, day, provider, 'upi', handle,
  count(*) filter (where outcome = 'open'),
  coalesce(sum(paise) filter (where outcome = 'open'), 0),
  count(*) filter (where outcome = 'success'),
  coalesce(sum(paise) filter (where outcome = 'success'), 0),
  count(*) filter (where outcome = 'failed'),
  coalesce(sum(paise) filter (where outcome = 'failed'), 0),
  coalesce(sum(fee) filter (where outcome in ('open', 'success')), 0),
  coalesce(sum(gst) filter (where outcome in ('open', 'success')), 0),
  coalesce(sum(fee) filter (where outcome = 'earned'), 0),
  coalesce(sum(gst) filter (where outcome = 'earned'), 0)
from (
  select person_id, provider, coalesce(bank_name, lower(destination_end), '') as handle, share.*
  from payouts cross join lateral (
    values
      (
        created_at,
        case status when 'success' then status when 'failed' then status else 'open' end,
        amount_paise, fee_paise, gst_paise
      ),
      (case when status = 'success' or returned_at is not null then finished_at end,
        'earned', 0, fee_paise, gst_paise),
      (returned_at, 'earned', 0, -fee_paise, -gst_paise)
  ) as share (at, outcome, paise, fee, gst)
  where method = 'upi' and share.at is not null
) as told
cross join lateral (select (told.at at time zone 'Asia/Kolkata')::date as day) as placed
group by person_id, day, provider, handle;
