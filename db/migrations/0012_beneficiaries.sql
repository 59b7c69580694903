-- People and firms that a tenant pays. Archived, never deleted.
create table beneficiaries (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  name text not null check (length(name) >= 2 and length(name) <= 100),
  -- The name as lists sort it, in lower case.
  sort_name text collate "C" not null,
  short_name text check (length(short_name) >= 1 and length(short_name) <= 40),
  kind text not null check (kind in ('vendor', 'employee', 'customer', 'other')),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  note text check (length(note) <= 500),
  -- E-mail, phone, address, GSTIN and PAN as JSON; null without any of them.
  details_encrypted bytea,
  -- Increases with each edit, so that nobody overwrites what they have not read.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz
);
create index beneficiaries_by_name on beneficiaries (tenant_id, sort_name, id)
where archived_at is null;
create index beneficiaries_by_kind on beneficiaries (tenant_id, kind, sort_name, id)
where archived_at is null;
create index beneficiaries_archived on beneficiaries (tenant_id, sort_name, id)
where archived_at is not null;
create index beneficiaries_by_tag on beneficiaries using gin (tags);

-- Where a beneficiary is paid. A changed account is a new row; the earlier one stays, ended.
create table payout_destinations (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  beneficiary_id uuid not null references beneficiaries,
  method text not null check (method in ('upi', 'imps')),
  ifsc_code text,
  bank_name text,
  destination_encrypted bytea not null,
  -- The same blind index as in `payouts` and `account_checks`.
  destination_hash bytea not null,
  destination_end text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((method = 'imps') = (ifsc_code is not null)),
  check (not (is_default and ended_at is not null))
);

-- An account is its number and its bank, whatever the branch; a UPI id has no bank.
create unique index payout_destinations_once on payout_destinations (
  tenant_id, destination_hash, coalesce(left(ifsc_code, 4), '')
)
where ended_at is null;
create unique index payout_destinations_default on payout_destinations (beneficiary_id) where is_default;
create index payout_destinations_of_beneficiary on payout_destinations (beneficiary_id, created_at);
create index payout_destinations_by_end on payout_destinations (tenant_id, destination_end)
where ended_at is null;

-- What a search by name compares: the name and the short name, from each of their words on, in lower
-- case. A prefix is a range of this key, so a search among 100,000 costs what one among 1,000 does.
create table beneficiary_terms (
  tenant_id uuid not null,
  term text collate "C" not null,
  beneficiary_id uuid not null references beneficiaries,
  primary key (tenant_id, term, beneficiary_id)
);
create index beneficiary_terms_of_beneficiary on beneficiary_terms (beneficiary_id, term);

-- The payouts that named a saved beneficiary. A table of its own, so that other payouts cost nothing.
create table beneficiary_payouts (
  payout_id uuid primary key,
  tenant_id uuid not null,
  beneficiary_id uuid not null references beneficiaries,
  destination_id uuid not null references payout_destinations,
  created_at timestamptz not null
);
create index beneficiary_payouts_newest on beneficiary_payouts (
  beneficiary_id, created_at desc, payout_id desc
);
