-- The days of payouts by provider, method and bank at this moment: the rollups with the changes that no worker has added yet. A key may have
-- several rows, which the reader adds up.
create or replace view current_payout_day_parts as
select * from payout_day_parts
union all
select added.* from payout_sum_changes cross join lateral day_parts_of_payout_shares(shares) as added;
