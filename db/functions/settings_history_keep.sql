-- Lets a row of the settings history be encrypted again, and rejects any other change.
create or replace function settings_history_keep()
returns trigger
language plpgsql
as $$
begin
  if to_jsonb(new) - array['before_encrypted', 'after_encrypted']
      = to_jsonb(old) - array['before_encrypted', 'after_encrypted']
    and (new.before_encrypted is null) = (old.before_encrypted is null)
    and (new.after_encrypted is null) = (old.after_encrypted is null)
  then
    return new;
  end if;
  raise exception 'settings_history is never changed';
end
$$;
