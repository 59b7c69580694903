-- What changed in the rollups of payouts since the last compaction: one row for each hour, provider,
-- method and bank, instead of four rows that each payout changed twice. The hour is that of the
-- request; of `earned_…`, that of the posting. Readers add these rows to `payout_sums` and
-- `payout_day_parts`. Verification compares their sum with the payouts, so no key points elsewhere.
create table payout_sum_changes (
  person_id uuid not null,
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
  primary key (person_id, starts_at, provider, method, bank_name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Servers of the version before read only the compacted rollups. Until they are replaced, within the
-- hour, payouts go on changing those.
create table payout_sum_switch (
  is_only boolean primary key default true check (is_only),
  changes_from timestamptz not null
);
insert into payout_sum_switch (changes_from)
select case when exists (select from payouts) then now() + interval '1 hour' else '-infinity' end;

-- Only the progress of one report read the rollups of all tenants by their time. The lock lasts a moment.
-- squawk-ignore require-concurrent-index-deletion
drop index payout_sums_over_all;
