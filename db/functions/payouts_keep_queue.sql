-- Keeps the queue and the finished payouts in step with the payouts, in one statement for all rows of a
-- batch. A row of theirs changes only under the lock of its payout. The settings make every plan look
-- rows up by the key: a plan of the time when the queue was empty would read all of it later.
create or replace function payouts_keep_queue()
returns trigger
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into payout_queue (tenant_id, payout_id, created_at, due_at, provider, status, is_unclear)
    select tenant_id, id, created_at, coalesce(due_at, 'infinity'), provider, status,
      unknown_since is not null
    from added where status not in ('success', 'failed', 'cancelled');
    insert into finished_payouts (tenant_id, payout_id, created_at, finished_at, status, adapter)
    select tenant_id, id, created_at, finished_at, status, adapter
    from added where status in ('success', 'failed', 'cancelled');
    return null;
  end if;

  if exists (select from removed where status not in ('success', 'failed', 'cancelled')) then
    with ended as (
      delete from payout_queue as queue using added
      where added.status in ('success', 'failed', 'cancelled')
        and queue.tenant_id = added.tenant_id and queue.created_at = added.created_at
        and queue.payout_id = added.id
      returning added.tenant_id, added.id, added.created_at, added.finished_at, added.status,
        added.adapter
    )
    insert into finished_payouts (tenant_id, payout_id, created_at, finished_at, status, adapter)
    select * from ended;

    update payout_queue as queue
    set due_at = coalesce(added.due_at, 'infinity'), provider = added.provider,
      status = added.status, is_unclear = added.unknown_since is not null
    from added
    where added.status not in ('success', 'failed', 'cancelled')
      and queue.tenant_id = added.tenant_id and queue.created_at = added.created_at
      and queue.payout_id = added.id
      and (queue.due_at, queue.provider, queue.status, queue.is_unclear)
        <> (coalesce(added.due_at, 'infinity'), added.provider, added.status,
          added.unknown_since is not null);
  end if;

  -- Rare: a paid payout comes back, or its provider names its charge later.
  if exists (select from removed where status in ('success', 'failed', 'cancelled')) then
    update finished_payouts as finished
    set status = added.status, finished_at = added.finished_at, adapter = added.adapter
    from added
    where added.status in ('success', 'failed', 'cancelled')
      and finished.tenant_id = added.tenant_id
      and finished.status in ('success', 'failed', 'cancelled')
      and finished.created_at = added.created_at and finished.payout_id = added.id
      and (finished.status, finished.finished_at, finished.adapter)
        is distinct from (added.status, added.finished_at, added.adapter);

    -- The product never opens a payout again.
    with opened as (
      delete from finished_payouts as finished using added
      where added.status not in ('success', 'failed', 'cancelled')
        and finished.tenant_id = added.tenant_id
        and finished.status in ('success', 'failed', 'cancelled')
        and finished.created_at = added.created_at and finished.payout_id = added.id
      returning added.tenant_id, added.id, added.created_at, added.due_at, added.provider,
        added.status, added.unknown_since
    )
    insert into payout_queue (tenant_id, payout_id, created_at, due_at, provider, status, is_unclear)
    select tenant_id, id, created_at, coalesce(due_at, 'infinity'), provider, status,
      unknown_since is not null
    from opened;
  end if;
  return null;
end
$$;
