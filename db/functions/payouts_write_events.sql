-- Writes the events of new and changed payouts, in one statement for all rows of a batch.
create or replace function payouts_write_events()
returns trigger
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into event_outbox (tenant_id, type, subject_id, status)
    select tenant_id, 'payout.created', id, status from added;
    return null;
  end if;

  -- A payout that was settled and came back in one commit has the event of each.
  insert into event_outbox (tenant_id, type, subject_id, status)
  select added.tenant_id, 'payout.' || event.type, added.id, event.status
  from added join removed using (id) cross join lateral (values
    (1,
      case
        when added.returned_paise > removed.returned_paise and added.status = removed.status
          then 'partly_returned'
        when added.status = removed.status then 'utr_received'
        when removed.status = 'success' then 'returned'
        when added.returned_at is not null then 'success'
        else added.status
      end,
      case when added.returned_at is null or removed.status = 'success' then added.status else 'success' end),
    (2,
      case
        when removed.status in ('success', 'failed') then null
        when added.returned_at is not null then 'returned'
        when added.status = 'success' and added.returned_paise > 0 then 'partly_returned'
      end,
      added.status)
  ) as event (place, type, status)
  where event.type is not null and (
    added.status <> removed.status or added.returned_paise > removed.returned_paise
    or added.status = 'success' and added.utr_number is distinct from removed.utr_number
  )
  order by event.place;
  return null;
end
$$;
