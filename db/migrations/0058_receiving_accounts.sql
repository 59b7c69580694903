-- Several receiving accounts instead of one setting, and deposits that arrive with another amount
-- than the one that was requested.
-- squawk-ignore-file require-concurrent-index-creation
-- squawk-ignore-file constraint-missing-not-valid
create table receiving_accounts (
  id uuid primary key,
  -- The name that tenants and super admins read beside the bank.
  label text not null,
  account_holder_name text not null,
  account_number_sealed bytea not null,
  account_number_hash bytea not null,
  account_number_end text not null,
  ifsc_code text not null,
  bank_name text not null,
  branch_name text,
  is_active boolean not null default true,
  is_default boolean not null default false,
  -- The provider that settles its virtual accounts here.
  settles_adapter text unique,
  -- Bank entries that name no account, other than those of virtual accounts, are this account's:
  -- they are from before the accounts had entries of their own.
  has_earlier_entries boolean not null default false,
  -- Counts the changes, so that nobody overwrites a change that they have not seen.
  version integer not null default 1,
  created_by uuid references people,
  created_at timestamptz not null,
  updated_by uuid references people,
  updated_at timestamptz not null,
  unique (account_number_hash, ifsc_code),
  check (is_active or not is_default)
);

create unique index receiving_accounts_default on receiving_accounts (is_default)
where is_default;
create unique index receiving_accounts_earlier on receiving_accounts (has_earlier_entries)
where has_earlier_entries;

-- The setting becomes the first account. Its row stays for servers of the previous version, which
-- read it while they are replaced.
-- step: move receiving account

alter table deposits
-- Where the tenant sent the money.
add column receiving_account_id uuid,
-- Where it arrived; null in a provider's own account, and for deposits from before this version.
add column arrived_in_id uuid,
-- The requested amount of a deposit that was credited with another one, and why.
add column requested_paise bigint,
add column amount_reason text,
-- What the first of two approvers stated, if it differs from the request.
add column first_approval_paise bigint,
add column first_approval_reason text,
add column first_approval_account_id uuid,
add constraint deposits_sent_to foreign key (receiving_account_id)
references receiving_accounts not valid,
add constraint deposits_arrived_in foreign key (arrived_in_id)
references receiving_accounts not valid,
add constraint deposits_other_amount check (
  (requested_paise is null) = (amount_reason is null)
  and (
    requested_paise is null
    or (status = 'completed' and requested_paise > 0 and requested_paise <> amount_paise)
  )
) not valid,
add constraint deposits_first_amount check (
  (first_approval_paise is null) = (first_approval_reason is null)
  and (first_approval_paise is null or (first_approved_by is not null and first_approval_paise > 0))
  and (first_approval_account_id is null or first_approved_by is not null)
) not valid;

-- Requests that wait for an account, for its warning before it is deactivated.
create index deposits_waiting_for on deposits (receiving_account_id)
where status = 'pending';

alter table incoming_credits
add column receiving_account_id uuid,
add constraint incoming_credits_arrived_in foreign key (receiving_account_id)
references receiving_accounts not valid;

alter table statement_imports
add column receiving_account_id uuid,
add constraint statement_imports_of_account foreign key (receiving_account_id)
references receiving_accounts not valid;

-- The review of a request reads the statement line that has its UTR and another amount.
create index statement_lines_of_deposit on statement_lines (deposit_id)
where outcome = 'amount_differs';

-- The receiving account of a bank entry. No foreign key: every credit of an account would lock the
-- account's row. The verification of the books compares each entry with its deposit instead.
alter table ledger_entries
add column receiving_account_id uuid,
add constraint ledger_entries_receiving_account check (
  receiving_account_id is null or account = 'bank'
) not valid;

create index ledger_entries_of_account on ledger_entries (receiving_account_id, created_at)
include (amount_paise) where receiving_account_id is not null;
