-- Settings that a super admin changes at run time; the server holds the rule of each.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid references people
);
