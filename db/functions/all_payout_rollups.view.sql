-- The rollups of payouts by month, day and hour, always exact: the compacted rows and the changes since.
-- One month, day or hour may have several rows, which readers add up.
create or replace view all_payout_rollups as
select tenant_id, grain, starts_at, open_count, open_paise, open_charges_paise, success_count,
  success_paise, success_charges_paise, failed_count, failed_paise, failed_charges_paise,
  returned_count, returned_paise, returned_charges_paise, cancelled_count, cancelled_paise,
  cancelled_charges_paise, back_paise, back_charges_paise
from payout_rollups
union all
select tenant_id, placed.grain, placed.starts_at, open_count, open_paise,
  open_fee_paise + open_gst_paise, success_count, success_paise,
  success_fee_paise + success_gst_paise, failed_count, failed_paise, failed_charges_paise,
  returned_count, returned_paise, returned_charges_paise, cancelled_count, cancelled_paise,
  cancelled_charges_paise, back_paise, back_charges_paise
from payout_rollup_changes as changed
cross join lateral (
  values ('month', date_trunc('month', changed.starts_at, 'Asia/Kolkata')),
    ('day', date_trunc('day', changed.starts_at, 'Asia/Kolkata')),
    ('hour', changed.starts_at)
) as placed (grain, starts_at);
