-- The accounts of new payees in a batch are checked with their banks before it is submitted or paid.
-- squawk-ignore-file adding-foreign-key-constraint
alter table batch_rows
-- Null for a known payee, a wrong row, and rows from before.
add column account_check text check (
  account_check in ('unchecked', 'match', 'partial', 'different', 'unknown')
),
-- The blind index of the payee's name, without case and punctuation: finds one name with two accounts.
add column payee_hash bytea,
-- Who pays under the entered name although the bank has another one.
add column name_confirmed_by uuid references people,
add column name_confirmed_at timestamptz,
add constraint batch_rows_confirmed check (
  (name_confirmed_by is null) = (name_confirmed_at is null)
) not valid,
-- No row is paid under a name that nobody confirmed.
add constraint batch_rows_paid_name check (
  state <> 'created' or account_check is distinct from 'different'
  or name_confirmed_by is not null
) not valid;

-- `due`: unchecked accounts keep the batch from being paid. `optional`: they don't, in batches of
-- programs and schedules. `stopped`: they don't, because the checks of this hour are used up.
alter table payout_batches
add column account_checks text not null default 'optional' check (
  account_checks in ('optional', 'due', 'running', 'stopped')
),
add column account_checks_job uuid,
add column account_checks_reason text,
add constraint payout_batches_stopped_checks check (
  (account_checks = 'stopped') = (account_checks_reason is not null)
) not valid;
