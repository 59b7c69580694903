-- Totals by time, kept with the rows that they add up.

-- What a row adds to the rollups, or takes from them.
create type payout_share as (
  tenant_id uuid,
  created_at timestamptz,
  outcome text,
  provider text,
  method text,
  bank_name text,
  reason text,
  count bigint,
  paise bigint,
  fee_paise bigint,
  gst_paise bigint,
  earned_at timestamptz,
  returned_at timestamptz
);

create type deposit_share as (
  tenant_id uuid,
  created_at timestamptz,
  status text,
  count bigint,
  paise bigint,
  credited_at timestamptz
);

-- Payouts by when they were asked for. Open is pending or processing: leasing a payout
-- changes nothing here. Charges are fee and GST. Rows of a wallet are changed under its lock.
create table payout_rollups (
  tenant_id uuid not null,
  grain text not null check (grain in ('month', 'day', 'hour')),
  starts_at timestamptz not null,
  open_count bigint not null,
  open_paise bigint not null,
  open_charges_paise bigint not null,
  success_count bigint not null,
  success_paise bigint not null,
  success_charges_paise bigint not null,
  failed_count bigint not null,
  failed_paise bigint not null,
  failed_charges_paise bigint not null,
  -- Paid, and sent back by the bank: failed to the payer, in the wallet's history a success.
  returned_count bigint not null,
  returned_paise bigint not null,
  returned_charges_paise bigint not null,
  cancelled_count bigint not null default 0,
  cancelled_paise bigint not null default 0,
  cancelled_charges_paise bigint not null default 0,
  -- Paid payouts count with what stays paid; what came back of them is apart, so that the wallet's
  -- debits still are all that left it.
  back_paise bigint not null default 0,
  back_charges_paise bigint not null default 0,
  primary key (tenant_id, grain, starts_at)
) with (fillfactor = 50);

-- What changed in the rollups of payouts since the last compaction: one row for each hour, provider,
-- method and bank, instead of four rows that each payout changes twice. The hour is that of the
-- request; of `earned_…`, that of the posting. Readers add these rows to `payout_rollups` and
-- `payout_day_parts`. Verification compares their sum with the payouts, so no key points elsewhere.
create table payout_rollup_changes (
  tenant_id uuid not null,
  starts_at timestamptz not null,
  provider text not null,
  method text not null,
  bank_name text not null,
  -- What a payout changes is next to each other: the write-ahead log has the part of a row that differs.
  open_count bigint not null,
  open_paise bigint not null,
  open_fee_paise bigint not null,
  open_gst_paise bigint not null,
  success_count bigint not null,
  success_paise bigint not null,
  success_fee_paise bigint not null,
  success_gst_paise bigint not null,
  earned_fee_paise bigint not null,
  earned_gst_paise bigint not null,
  failed_count bigint not null,
  failed_paise bigint not null,
  failed_charges_paise bigint not null,
  returned_count bigint not null,
  returned_paise bigint not null,
  returned_charges_paise bigint not null,
  cancelled_count bigint not null,
  cancelled_paise bigint not null,
  cancelled_charges_paise bigint not null,
  back_paise bigint not null,
  back_charges_paise bigint not null,
  primary key (tenant_id, starts_at, provider, method, bank_name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- The same days by where the payouts went.
create table payout_day_parts (
  tenant_id uuid not null,
  day date not null,
  provider text not null,
  method text not null,
  -- Empty for a UPI id and for an IFSC that no bank is known by.
  bank_name text not null,
  open_count bigint not null,
  open_paise bigint not null,
  success_count bigint not null,
  success_paise bigint not null,
  failed_count bigint not null,
  failed_paise bigint not null,
  -- Of those that have not failed.
  fee_paise bigint not null,
  gst_paise bigint not null,
  -- Earned on this day, whenever it was asked for, less what was given back on it.
  earned_fee_paise bigint not null,
  earned_gst_paise bigint not null,
  primary key (tenant_id, day, provider, method, bank_name)
) with (fillfactor = 50);
create index payout_day_parts_over_all on payout_day_parts (day);

-- Why payouts failed, by the day on which they were asked for.
create table payout_failure_days (
  tenant_id uuid not null,
  day date not null,
  reason text not null,
  count bigint not null,
  paise bigint not null,
  primary key (tenant_id, day, reason)
) with (fillfactor = 50);
create index payout_failure_days_over_all on payout_failure_days (day);

-- What came into wallets, by when it did: deposits when they were credited, and what banks returned.
create table credit_rollups (
  tenant_id uuid not null references tenants,
  grain text not null check (grain in ('month', 'day', 'hour')),
  starts_at timestamptz not null,
  deposit_count bigint not null,
  deposit_paise bigint not null,
  reversal_count bigint not null,
  reversal_paise bigint not null,
  primary key (tenant_id, grain, starts_at)
) with (fillfactor = 50);

-- Deposit requests by when they were asked for.
create table deposit_rollups (
  tenant_id uuid not null references tenants,
  grain text not null check (grain in ('month', 'day', 'hour')),
  starts_at timestamptz not null,
  pending_count bigint not null,
  pending_paise bigint not null,
  completed_count bigint not null,
  completed_paise bigint not null,
  failed_count bigint not null,
  failed_paise bigint not null,
  primary key (tenant_id, grain, starts_at)
) with (fillfactor = 50);
create index deposit_rollups_over_all on deposit_rollups (grain, starts_at);

-- Without what is in adapter_rollup_changes: a reader of one reads both in one statement.
create table adapter_rollups (
  -- Empty for a payout that no worker has leased yet: its rail says where it will go.
  adapter text not null,
  provider text not null,
  open_count bigint not null,
  success_count bigint not null,
  success_paise bigint not null,
  -- Of those on which the adapter has said anything: what it took, what it took for that where it
  -- was not given back, and what came back because the payout failed or was returned.
  taken_paise bigint not null,
  charges_paise bigint not null,
  returned_paise bigint not null,
  primary key (adapter, provider)
) with (fillfactor = 50);

-- What statements have changed since, each row once: less is negative.
create table adapter_rollup_changes (
  id bigint generated always as identity primary key,
  adapter text not null,
  provider text not null,
  open_count bigint not null,
  success_count bigint not null,
  success_paise bigint not null,
  taken_paise bigint not null,
  charges_paise bigint not null,
  returned_paise bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
