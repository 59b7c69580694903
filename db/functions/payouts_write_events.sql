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

  insert into event_outbox (tenant_id, type, subject_id, status)
  select added.tenant_id, 'payout.' || case
      when added.returned_paise > removed.returned_paise and added.status = removed.status
        then 'partly_returned'
      when added.status = removed.status then 'utr_received'
      when removed.status = 'success' then 'returned'
      else added.status
    end, added.id, added.status
  from added join removed using (id)
  where added.status <> removed.status or added.returned_paise > removed.returned_paise
    or added.status = 'success' and added.utr_number is distinct from removed.utr_number;
  return null;
end
$$;
