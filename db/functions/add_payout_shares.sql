-- Adds what changed in payouts to their rollups: months, days and hours, the parts of a day by
-- provider, method and bank, and the failures of a day by reason. Rows are in key order, so that two
-- workers never wait for each other in a circle.
create or replace function add_payout_shares(shares payout_share[])
returns void
language plpgsql
as $$
begin
  insert into payout_sums as kept
  select person_id, grain, starts_at,
    sum(open_count), sum(open_paise), sum(open_charges_paise), sum(success_count),
    sum(success_paise), sum(success_charges_paise), sum(failed_count), sum(failed_paise),
    sum(failed_charges_paise), sum(returned_count), sum(returned_paise),
    sum(returned_charges_paise), sum(cancelled_count), sum(cancelled_paise),
    sum(cancelled_charges_paise), sum(back_paise), sum(back_charges_paise)
  from sums_of_payout_shares(shares) as added
  group by person_id, grain, starts_at
  order by person_id, grain, starts_at
  on conflict (person_id, grain, starts_at) do update set
    open_count = kept.open_count + excluded.open_count,
    open_paise = kept.open_paise + excluded.open_paise,
    open_charges_paise = kept.open_charges_paise + excluded.open_charges_paise,
    success_count = kept.success_count + excluded.success_count,
    success_paise = kept.success_paise + excluded.success_paise,
    success_charges_paise = kept.success_charges_paise + excluded.success_charges_paise,
    failed_count = kept.failed_count + excluded.failed_count,
    failed_paise = kept.failed_paise + excluded.failed_paise,
    failed_charges_paise = kept.failed_charges_paise + excluded.failed_charges_paise,
    returned_count = kept.returned_count + excluded.returned_count,
    returned_paise = kept.returned_paise + excluded.returned_paise,
    returned_charges_paise = kept.returned_charges_paise + excluded.returned_charges_paise,
    cancelled_count = kept.cancelled_count + excluded.cancelled_count,
    cancelled_paise = kept.cancelled_paise + excluded.cancelled_paise,
    cancelled_charges_paise = kept.cancelled_charges_paise + excluded.cancelled_charges_paise,
    back_paise = kept.back_paise + excluded.back_paise,
    back_charges_paise = kept.back_charges_paise + excluded.back_charges_paise;

  insert into payout_day_parts as kept
  select person_id, day, provider, method, bank_name,
    sum(open_count), sum(open_paise), sum(success_count), sum(success_paise), sum(failed_count),
    sum(failed_paise), sum(fee_paise), sum(gst_paise), sum(earned_fee_paise), sum(earned_gst_paise)
  from day_parts_of_payout_shares(shares) as added
  group by person_id, day, provider, method, bank_name
  order by person_id, day, provider, method, bank_name
  on conflict (person_id, day, provider, method, bank_name) do update set
    open_count = kept.open_count + excluded.open_count,
    open_paise = kept.open_paise + excluded.open_paise,
    success_count = kept.success_count + excluded.success_count,
    success_paise = kept.success_paise + excluded.success_paise,
    failed_count = kept.failed_count + excluded.failed_count,
    failed_paise = kept.failed_paise + excluded.failed_paise,
    fee_paise = kept.fee_paise + excluded.fee_paise,
    gst_paise = kept.gst_paise + excluded.gst_paise,
    earned_fee_paise = kept.earned_fee_paise + excluded.earned_fee_paise,
    earned_gst_paise = kept.earned_gst_paise + excluded.earned_gst_paise;

  insert into payout_failure_days as kept
  select person_id, day, reason,
    sum(count), sum(paise)
  from failure_days_of_payout_shares(shares) as added
  group by person_id, day, reason
  order by person_id, day, reason
  on conflict (person_id, day, reason) do update set
    count = kept.count + excluded.count,
    paise = kept.paise + excluded.paise;
end
$$;
