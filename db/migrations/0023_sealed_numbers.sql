-- Account numbers and UPI ids are sealed: AES-256-GCM under data keys, which are locked with a key
-- that is not in the database. Equal ones are found by a keyed hash; what screens show of them
-- stands beside. Everybody waits while the tables are written anew: this version can't run beside
-- the one before.
-- squawk-ignore-file adding-required-field, adding-not-nullable-field, ban-drop-column, changing-column-type, require-concurrent-index-creation, require-concurrent-index-deletion, constraint-missing-not-valid

create table data_keys (
  id integer primary key check (id > 0),
  purpose text not null check (purpose in ('lookup', 'seal')),
  wrapped bytea not null,
  -- The name of the encryption key that locks it.
  wrapped_with text not null,
  made_at timestamptz not null,
  -- Some seconds after it was made: until then every process has read it.
  use_from timestamptz not null,
  -- Nothing is sealed under it any more. It stays, for whatever was overlooked.
  retired_at timestamptz
);

-- The hashes of one key can't be compared with those of another.
create unique index data_keys_lookup on data_keys (purpose) where purpose = 'lookup';

alter table bank_accounts
add column account_number_sealed bytea,
add column account_number_hash bytea,
add column account_number_end text;

alter table payouts
add column destination_sealed bytea,
add column destination_hash bytea,
add column destination_end text;

-- Banks write account numbers and UPI ids into it.
alter table statement_lines add column narration_sealed bytea;

-- Codes that ran out long ago.
delete from sandbox_messages;
alter table sandbox_messages drop column text, drop column code, add column message_sealed bytea not null;

-- Digests of payouts with their account numbers, of codes that ran out after minutes.
update one_time_codes set order_digest = null where order_digest is not null;

-- The sandbox bank needs to know only what it shows.
update sandbox_bank.transfers
set destination = case
  when destination like '%@%' then '****@' || split_part(destination, '@', 2)
  else '****' || right(split_part(destination, '/', 1), 4) || '/' || split_part(destination, '/', 2)
end;

-- step: seal plain values

-- A change of a column's type writes the table anew, so that no plain number stays in its files.
alter table bank_accounts
drop column account_number,
alter column account_number_sealed set not null,
alter column account_number_hash set not null,
alter column account_number_end type text using account_number_end || '',
alter column account_number_end set not null;

create unique index bank_accounts_once on bank_accounts (person_id, account_number_hash, ifsc_code)
where status <> 'rejected';
create index bank_accounts_same_number on bank_accounts (account_number_hash);

alter table payouts
drop column account_number,
drop column upi_id,
alter column destination_sealed set not null,
alter column destination_hash set not null,
-- The last four digits of an account number, or a UPI id from its @ on.
alter column destination_end type text using destination_end || '',
alter column destination_end set not null,
add constraint payouts_ifsc check ((method = 'imps') = (ifsc_code is not null));

alter table statement_lines
drop column narration,
alter column reason type text using reason || '';

alter table sandbox_bank.transfers alter column destination type text using destination || '';
