-- Adds reversals to the wallets' credits.
create or replace function reversals_keep_rollups()
returns trigger
language plpgsql
as $$
begin
  perform add_credits(
    array_agg(tenant_id), array_agg(created_at), array_agg(0::bigint), array_agg(amount_paise),
    array_agg(1::bigint)
  ) from added having count(*) > 0;
  return null;
end
$$;
