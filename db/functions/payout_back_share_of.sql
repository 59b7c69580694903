-- What partial returns brought back of a payout that stays paid. Its charges were earned when it
-- was paid, and are given back when a return brought them.
create or replace function payout_back_share_of(payout payouts, times bigint)
returns payout_share
language sql
immutable
as $$
  select row(
    payout.tenant_id,
    payout.created_at,
    'back',
    payout.provider,
    payout.method,
    coalesce(payout.bank_name, case when payout.method = 'upi' then lower(payout.destination_end) end, ''),
    '',
    0,
    times * payout.returned_paise,
    case when payout.charges_returned_at is null then 0 else times * payout.fee_paise end,
    case when payout.charges_returned_at is null then 0 else times * payout.gst_paise end,
    case when payout.charges_returned_at is not null then payout.finished_at end,
    payout.charges_returned_at
  )::payout_share
  where payout.status = 'success' and payout.returned_paise > 0
$$;
