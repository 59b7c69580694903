-- A tenant's own bank accounts, from which deposits are accepted once approved.
create table bank_accounts (
  id uuid primary key,
  person_id uuid not null references people,
  account_holder_name text not null,
  -- Text, because leading zeros matter.
  account_number text not null check (account_number ~ '^[0-9]{9,18}$'),
  ifsc_code text not null,
  bank_name text not null,
  branch_name text not null,
  account_type text not null check (account_type in ('savings', 'current')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  review_note text,
  reviewed_by uuid references people,
  reviewed_at timestamptz,
  created_at timestamptz not null
);

-- Once for each tenant; a rejected one may be corrected and asked for again.
create unique index bank_accounts_once on bank_accounts (person_id, account_number, ifsc_code)
where status <> 'rejected';
create index bank_accounts_newest on bank_accounts (person_id, created_at desc, id desc);
create index bank_accounts_queue on bank_accounts (status, created_at, id);
