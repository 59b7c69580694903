-- A version of an approval policy keeps its rules, and a decided one its state but for `replaced`.
create or replace function approval_policies_keep_bands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (
      new.id, new.tenant_id, new.version, new.bands, new.cooling_above_paise, new.cooling_hours,
      new.counts_day, new.proposed_by
    ) is not distinct from (
      old.id, old.tenant_id, old.version, old.bands, old.cooling_above_paise, old.cooling_hours,
      old.counts_day, old.proposed_by
    )
    and (
      old.state = 'proposed'
      or (old.state = 'in_force' and new.state = 'replaced')
    )
  then
    return new;
  end if;
  raise exception 'a version of an approval policy never changes'
    using errcode = 'restrict_violation';
end $$;
