-- The digest of a webhook's body is unique for an adapter (webhooks_content). The older constraint
-- beside it made the second of two equal calls at the same moment fail: an insert waits only for
-- the index that it names. The column `digest` stays while servers of the version before write it.
alter table webhooks drop constraint webhooks_adapter_event_id_digest_key;
