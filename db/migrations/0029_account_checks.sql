-- What banks said of accounts: for beneficiaries before a code is sent, and for whitelisting.
create table account_checks (
  id uuid primary key,
  person_id uuid not null references people (id),
  destination_hash bytea not null,
  -- Null for a UPI id. A number is an account only together with its bank.
  ifsc_code text,
  adapter text not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  verdict text check (verdict in ('valid', 'invalid', 'unknown')),
  name_at_bank_sealed bytea,
  -- The provider's own, for the typed name of this hash.
  match_score smallint check (match_score between 0 and 100),
  typed_name_hash bytea,
  reason text,
  check ((answered_at is null) = (verdict is null))
);

create index account_checks_of_account on account_checks (
  person_id, destination_hash, asked_at desc
);

create index account_checks_by_age on account_checks (asked_at);

-- Not valid: there is nothing in a new column to look through.
alter table bank_accounts
add column account_check_id uuid,
add constraint bank_accounts_account_check
foreign key (account_check_id) references account_checks (id) not valid;
