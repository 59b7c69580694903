-- What one payout counts for in the rollups. `times` is -1 for the state before a change.
create or replace function payout_share_of(payout payouts, times bigint)
returns payout_share
language sql
immutable
as $$
  select row(
    payout.person_id,
    payout.created_at,
    case
      when payout.status in ('pending', 'processing') then 'open'
      when payout.status in ('success', 'cancelled') then payout.status
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
