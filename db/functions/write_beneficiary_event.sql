-- Writes an event of a saved beneficiary that is created, changed, archived or restored. Each change of
-- its destinations changes the time of the beneficiary too.
create or replace function write_beneficiary_event()
returns trigger
language plpgsql
as $$
declare
  what text := case
    when tg_op = 'INSERT' then 'created'
    when old.archived_at is null and new.archived_at is not null then 'archived'
    when old.archived_at is not null and new.archived_at is null then 'restored'
    when (old.version, old.updated_at) <> (new.version, new.updated_at) then 'changed'
  end;
begin
  if what is not null then
    insert into event_outbox (tenant_id, type, subject_id, status)
    values (
      new.tenant_id, 'beneficiary.' || what, new.id,
      case when new.archived_at is null then 'active' else 'archived' end
    );
  end if;
  return null;
end
$$;
