-- Lets a row of the settings history be encrypted again, and rejects any other change.
create or replace function settings_history_keep()
returns trigger
language plpgsql
as $$
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
