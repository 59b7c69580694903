-- The rollups of payouts by day, provider, method and bank, always exact: the compacted rows and the
-- changes since. One key may have several rows, which readers add up.
create or replace view all_payout_day_parts as
select tenant_id, day, provider, method, bank_name, open_count, open_paise, success_count,
  success_paise, failed_count, failed_paise, fee_paise, gst_paise, earned_fee_paise,
  earned_gst_paise
from payout_day_parts
union all
select tenant_id, (starts_at at time zone 'Asia/Kolkata')::date, provider, method, bank_name,
  open_count, open_paise, success_count, success_paise, failed_count + returned_count,
  failed_paise + returned_paise, open_fee_paise + success_fee_paise,
  open_gst_paise + success_gst_paise, earned_fee_paise, earned_gst_paise
from payout_rollup_changes;
