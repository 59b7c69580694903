-- Every change of a setting for ever: who, when, and from what to what, so that an earlier value
-- can be restored. The audit log says the same without whole account numbers.
create table settings_history (
  id uuid primary key,
  key text not null,
  before jsonb not null,
  after jsonb not null,
  -- It went back to the default, which `after` was at that time.
  to_default boolean not null,
  changed_at timestamptz not null,
  -- Nobody, for the command line.
  changed_by uuid references people
);

create index settings_history_newest on settings_history (key, changed_at desc, id desc);

create trigger settings_history_immutable
before update or delete or truncate on settings_history
for each statement execute function ledger_refuse_change();
