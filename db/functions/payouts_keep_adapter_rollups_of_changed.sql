-- Appends what an update of payouts changed in the rollups by provider. Appending takes no lock that
-- payouts would wait for; a periodic task compacts the changes.
create or replace function payouts_keep_adapter_rollups_of_changed()
returns trigger
language plpgsql
as $$
begin
  insert into adapter_rollup_changes (
    adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
    returned_paise
  )
  select * from (
    select coalesce(adapter, '') as adapter, provider,
      coalesce(sum(times) filter (where status in ('pending', 'processing')), 0) as open_count,
      coalesce(sum(times) filter (where status = 'success'), 0) as success_count,
      coalesce(sum(times * (amount_paise - returned_paise)) filter (where status = 'success'), 0)
        as success_paise,
      coalesce(sum(times * amount_paise) filter (where provider_state is not null), 0)
        as taken_paise,
      coalesce(
        sum(times * (coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0)))
          filter (where provider_state is not null and status <> 'failed'), 0
      ) as charges_paise,
      coalesce(
        sum(times * case status when 'failed' then amount_paise else returned_paise end)
          filter (where provider_state is not null), 0
      ) as returned_paise
    from (
      select -1::bigint as times, removed.* from removed
      union all
      select 1::bigint, added.* from added
    ) as counted
    group by adapter, provider
  ) as sums
  where (open_count, success_count, success_paise, taken_paise, charges_paise, returned_paise)
    <> (0, 0, 0, 0, 0, 0);
  return null;
end
$$;
