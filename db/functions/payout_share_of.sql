-- What one payout counts for in the rollups: a paid one with what stays paid of it, the rest in
-- `payout_back_share_of`. `times` is -1 for the state before a change.
create or replace function payout_share_of(payout payouts, times bigint)
returns payout_share
language sql
immutable
as $$
  select row(
    payout.tenant_id,
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
    times * case payout.status
      when 'success' then payout.amount_paise - payout.returned_paise else payout.amount_paise
    end,
    times * case when payout.status = 'success' and payout.charges_returned_at is not null
      then 0 else payout.fee_paise end,
    times * case when payout.status = 'success' and payout.charges_returned_at is not null
      then 0 else payout.gst_paise end,
    case when payout.status = 'success' or payout.returned_at is not null then payout.finished_at end,
    coalesce(payout.charges_returned_at, payout.returned_at)
  )::payout_share
$$;
