-- What finds a payout that waits for funds, or was not funded: as if it were created.
create or replace function search_terms_of_wait(wait funds_queue)
returns text[]
language sql
immutable
parallel safe
as $$
  select search_terms_of_payout(jsonb_populate_record(null::payouts, jsonb_build_object(
    'beneficiary_name', wait.beneficiary_name,
    'remarks', wait.remarks,
    'amount_paise', wait.amount_paise,
    'fee_paise', wait.fee_paise,
    'gst_paise', wait.gst_paise,
    'method', wait.method,
    'destination_end', wait.destination_end,
    'destination_hash', wait.destination_hash,
    'reference_id', wait.reference_id
  )))
$$;
