-- Writes an event of a business's file that is ready or could not be created.
create or replace function write_report_event()
returns trigger
language plpgsql
as $$
declare
  what text := case
    when old.ready_at is null and new.ready_at is not null then 'ready'
    when old.failed_at is null and new.failed_at is not null then 'failed'
  end;
begin
  if what is not null then
    insert into event_outbox (tenant_id, type, subject_id, status)
    select id, 'report.' || what, new.id, what
    from tenants where id = new.owner_id;
  end if;
  return null;
end
$$;
