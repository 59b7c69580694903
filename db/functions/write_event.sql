-- Writes an event of a row whose state changed, in the transaction of the change. The trigger names the
-- subject, the column of the tenant and the column of the state.
create or replace function write_event()
returns trigger
language plpgsql
as $$
declare
  after_row jsonb := to_jsonb(new);
  state text := after_row ->> tg_argv[2];
begin
  if tg_op = 'INSERT' or state is distinct from to_jsonb(old) ->> tg_argv[2] then
    insert into event_outbox (tenant_id, type, subject_id, status)
    values ((after_row ->> tg_argv[1])::uuid, tg_argv[0] || '.' || state, new.id, state);
  end if;
  return null;
end
$$;
