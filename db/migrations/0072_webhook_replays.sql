-- The body of a webhook, by its digest, is stored once for each adapter, under whatever event id it
-- comes. Null for the repeats that an earlier version stored.
-- squawk-ignore-file require-concurrent-index-creation, prefer-robust-stmts

alter table webhooks add column content_digest bytea;

update webhooks set content_digest = digest
where id in (select distinct on (adapter, digest) id from webhooks order by adapter, digest, id);

create unique index webhooks_content on webhooks (adapter, content_digest);
