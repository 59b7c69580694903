-- squawk-ignore-file changing-column-type
-- The receiving account has an account number too: it is sealed in the settings and in their
-- history.
alter table settings add column value_sealed bytea;
alter table settings_history add column before_sealed bytea, add column after_sealed bytea;

drop trigger settings_history_immutable on settings_history;

-- step: seal receiving account

-- A change of a column's type writes the table anew, so that no plain number stays in its file.
alter table settings alter column key type text using key || '';
alter table settings_history alter column key type text using key || '';

create trigger settings_history_immutable
before delete or truncate on settings_history
for each statement execute function ledger_refuse_change();

-- A change of keys seals the same values anew, and that is all.
create function settings_history_keep() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['before_sealed', 'after_sealed']
      = to_jsonb(old) - array['before_sealed', 'after_sealed']
    and (new.before_sealed is null) = (old.before_sealed is null)
    and (new.after_sealed is null) = (old.after_sealed is null)
  then
    return new;
  end if;
  raise exception 'settings_history is never changed';
end
$$;

create trigger settings_history_unchanged
before update on settings_history
for each row execute function settings_history_keep();
