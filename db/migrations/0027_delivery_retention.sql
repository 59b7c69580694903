-- Retention finds the deliveries of deleted events by their versions. The migrator runs each file in one
-- transaction, where no index is dropped concurrently.

-- squawk-ignore require-concurrent-index-deletion
drop index webhook_deliveries_created;
