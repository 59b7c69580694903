-- No index that is left has a value that changes, so that the lease and the outcome of a payout stay in
-- its page (HOT). In a transaction of its own: it waits for readers while it holds nothing else.
-- squawk-ignore require-concurrent-index-deletion
drop index payouts_due, payouts_by_status, payouts_paid, payouts_paid_to, payouts_withdrawn;

-- Room for the two changes of each row, also when one batch changes a whole page. Pages that exist
-- stay as they are.
alter table payouts set (fillfactor = 45);
