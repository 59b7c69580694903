-- The failed payouts of days by reason at this moment: the rollups with the changes that no worker has added yet. A key may have
-- several rows, which the reader adds up.
create or replace view current_payout_failure_days as
select * from payout_failure_days
union all
select added.* from payout_sum_changes cross join lateral failure_days_of_payout_shares(shares) as added;
