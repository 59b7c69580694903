-- squawk-ignore-file constraint-missing-not-valid
-- Credentials of providers and SMS gateways that a super admin has set. One that the environment
-- has counts instead.
create table credentials (
  name text primary key,
  value_sealed bytea not null,
  -- The last characters, where it is long enough to be told apart by them.
  value_end text,
  set_at timestamptz not null,
  set_by uuid not null references people
);

-- The names of the encryption keys that a process has, so that no key is locked with one that it
-- lacks.
alter table processes add column encryption_keys text[] not null default '{}';

-- A fresh code before a credential is changed.
alter table one_time_codes
drop constraint one_time_codes_purpose_check,
add constraint one_time_codes_purpose_check check (purpose in ('sign_in', 'payout', 'credential'));
