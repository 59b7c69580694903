-- Find what waits to be paid to an account: a batch compares each of its rows with it. The migrator runs
-- each file in one transaction, where no index is created concurrently.

-- squawk-ignore require-concurrent-index-creation
create index batch_rows_to_account on batch_rows (tenant_id, destination_hash, amount_paise)
where state = 'ready';
-- squawk-ignore require-concurrent-index-creation
create index funds_queue_to_account on funds_queue (tenant_id, destination_hash)
where state = 'waiting';
