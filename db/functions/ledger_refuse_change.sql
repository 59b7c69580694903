-- Rejects every update, delete and truncate of an append-only table.
create or replace function ledger_refuse_change()
returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
