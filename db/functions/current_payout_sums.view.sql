-- The payouts of months, days and hours at this moment: the rollups with the changes that no worker has added yet. A key may have
-- several rows, which the reader adds up.
create or replace view current_payout_sums as
select * from payout_sums
union all
select added.* from payout_sum_changes cross join lateral sums_of_payout_shares(shares) as added;
