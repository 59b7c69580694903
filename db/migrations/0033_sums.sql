-- What histories and figures come to, kept in the transaction that writes the rows: totals, counts
-- and page numbers are read from a few of these instead of being counted. Hours and days are those
-- of Asia/Kolkata. Triggers keep them, so that no path can forget to.
-- squawk-ignore-file require-concurrent-index-creation, prefer-text-field

-- When the bank returned it. A payout's outcome is told from its own row with it.
alter table payouts add column returned_at timestamptz;
update payouts set returned_at = payout_reversals.created_at
from payout_reversals where payout_reversals.payout_id = payouts.id;

-- A history under a status, newest first.
create index payouts_by_status on payouts (person_id, status, created_at desc, id desc);
create index deposits_by_status on deposits (person_id, status, created_at desc, id desc);

-- By when they were asked for. Open is pending or processing: a worker that claims a payout
-- changes nothing here. Charges are fee and GST. Rows of a wallet are changed under its lock.
create table payout_sums (
  person_id uuid not null references people,
  grain text not null check (grain in ('day', 'hour')),
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
  primary key (person_id, grain, starts_at)
) with (fillfactor = 50);

create index payout_sums_over_all on payout_sums (grain, starts_at);

-- The same days by where the payouts went.
create table payout_day_parts (
  person_id uuid not null references people,
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
  primary key (person_id, day, provider, method, bank_name)
) with (fillfactor = 50);

create index payout_day_parts_over_all on payout_day_parts (day);

-- Why payouts failed, by the day on which they were asked for.
create table payout_failure_days (
  person_id uuid not null references people,
  day date not null,
  reason text not null,
  count bigint not null,
  paise bigint not null,
  primary key (person_id, day, reason)
) with (fillfactor = 50);

create index payout_failure_days_over_all on payout_failure_days (day);

-- Deposit requests by when they were asked for.
create table deposit_sums (
  person_id uuid not null references people,
  grain text not null check (grain in ('day', 'hour')),
  starts_at timestamptz not null,
  pending_count bigint not null,
  pending_paise bigint not null,
  completed_count bigint not null,
  completed_paise bigint not null,
  failed_count bigint not null,
  failed_paise bigint not null,
  primary key (person_id, grain, starts_at)
) with (fillfactor = 50);

create index deposit_sums_over_all on deposit_sums (grain, starts_at);

-- What came into wallets, by when it did: deposits when they were credited, and what banks returned.
create table credit_sums (
  person_id uuid not null references people,
  grain text not null check (grain in ('day', 'hour')),
  starts_at timestamptz not null,
  deposit_count bigint not null,
  deposit_paise bigint not null,
  reversal_count bigint not null,
  reversal_paise bigint not null,
  primary key (person_id, grain, starts_at)
) with (fillfactor = 50);

-- A payout's part in the sums: once with a count of 1, and taken out again with -1.
create type payout_share as (
  person_id uuid,
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

create function payout_share_of(payout payouts, times bigint) returns payout_share
language sql immutable as $$
  select row(
    payout.person_id,
    payout.created_at,
    case
      when payout.status in ('pending', 'processing') then 'open'
      when payout.status = 'success' then 'success'
      when payout.returned_at is null then 'failed'
      else 'returned'
    end,
    payout.provider,
    payout.method,
    coalesce(payout.bank_name, ''),
    coalesce(payout.failure_reason, ''),
    times,
    times * payout.amount_paise,
    times * payout.fee_paise,
    times * payout.gst_paise,
    case when payout.status = 'success' or payout.returned_at is not null then payout.finished_at end,
    payout.returned_at
  )::payout_share
$$;

-- Rows are written in the order of their keys, so that two statements can't wait in a ring.
create function add_payout_shares(shares payout_share[]) returns void language plpgsql as $$
begin
  insert into payout_sums as kept
  select person_id, grain, starts_at,
    coalesce(sum(count) filter (where outcome = 'open'), 0),
    coalesce(sum(paise) filter (where outcome = 'open'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'open'), 0),
    coalesce(sum(count) filter (where outcome = 'success'), 0),
    coalesce(sum(paise) filter (where outcome = 'success'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'success'), 0),
    coalesce(sum(count) filter (where outcome = 'failed'), 0),
    coalesce(sum(paise) filter (where outcome = 'failed'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'failed'), 0),
    coalesce(sum(count) filter (where outcome = 'returned'), 0),
    coalesce(sum(paise) filter (where outcome = 'returned'), 0),
    coalesce(sum(fee_paise + gst_paise) filter (where outcome = 'returned'), 0)
  from unnest(shares) as share
  cross join lateral (
    values ('day', date_trunc('day', created_at, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', created_at, 'Asia/Kolkata'))
  ) as placed (grain, starts_at)
  group by person_id, grain, starts_at
  order by person_id, grain, starts_at
  on conflict (person_id, grain, starts_at) do update set
    open_count = kept.open_count + excluded.open_count,
    open_paise = kept.open_paise + excluded.open_paise,
    open_charges_paise = kept.open_charges_paise + excluded.open_charges_paise,
    success_count = kept.success_count + excluded.success_count,
    success_paise = kept.success_paise + excluded.success_paise,
    success_charges_paise = kept.success_charges_paise + excluded.success_charges_paise,
    failed_count = kept.failed_count + excluded.failed_count,
    failed_paise = kept.failed_paise + excluded.failed_paise,
    failed_charges_paise = kept.failed_charges_paise + excluded.failed_charges_paise,
    returned_count = kept.returned_count + excluded.returned_count,
    returned_paise = kept.returned_paise + excluded.returned_paise,
    returned_charges_paise = kept.returned_charges_paise + excluded.returned_charges_paise;

  insert into payout_day_parts as kept
  select person_id, day, provider, method, bank_name,
    coalesce(sum(count) filter (where outcome = 'open'), 0),
    coalesce(sum(paise) filter (where outcome = 'open'), 0),
    coalesce(sum(count) filter (where outcome = 'success'), 0),
    coalesce(sum(paise) filter (where outcome = 'success'), 0),
    coalesce(sum(count) filter (where outcome in ('failed', 'returned')), 0),
    coalesce(sum(paise) filter (where outcome in ('failed', 'returned')), 0),
    coalesce(sum(fee_paise) filter (where outcome in ('open', 'success')), 0),
    coalesce(sum(gst_paise) filter (where outcome in ('open', 'success')), 0),
    coalesce(sum(fee_paise) filter (where outcome = 'earned'), 0),
    coalesce(sum(gst_paise) filter (where outcome = 'earned'), 0)
  from (
    select person_id, (created_at at time zone 'Asia/Kolkata')::date as day, provider, method,
      bank_name, outcome, count, paise, fee_paise, gst_paise
    from unnest(shares)
    union all
    select person_id, (earned_at at time zone 'Asia/Kolkata')::date, provider, method,
      bank_name, 'earned', 0, 0, fee_paise, gst_paise
    from unnest(shares) where earned_at is not null
    union all
    select person_id, (returned_at at time zone 'Asia/Kolkata')::date, provider, method,
      bank_name, 'earned', 0, 0, -fee_paise, -gst_paise
    from unnest(shares) where returned_at is not null
  ) as parts
  group by person_id, day, provider, method, bank_name
  order by person_id, day, provider, method, bank_name
  on conflict (person_id, day, provider, method, bank_name) do update set
    open_count = kept.open_count + excluded.open_count,
    open_paise = kept.open_paise + excluded.open_paise,
    success_count = kept.success_count + excluded.success_count,
    success_paise = kept.success_paise + excluded.success_paise,
    failed_count = kept.failed_count + excluded.failed_count,
    failed_paise = kept.failed_paise + excluded.failed_paise,
    fee_paise = kept.fee_paise + excluded.fee_paise,
    gst_paise = kept.gst_paise + excluded.gst_paise,
    earned_fee_paise = kept.earned_fee_paise + excluded.earned_fee_paise,
    earned_gst_paise = kept.earned_gst_paise + excluded.earned_gst_paise;

  insert into payout_failure_days as kept
  select person_id, (created_at at time zone 'Asia/Kolkata')::date as day, reason,
    sum(count), sum(paise)
  from unnest(shares) where outcome in ('failed', 'returned')
  group by person_id, day, reason
  order by person_id, day, reason
  on conflict (person_id, day, reason) do update set
    count = kept.count + excluded.count, paise = kept.paise + excluded.paise;
end
$$;

create function payouts_keep_sums() returns trigger language plpgsql as $$
declare
  shares payout_share[];
begin
  if tg_op = 'INSERT' then
    select array_agg(payout_share_of(added, 1)) into shares from added;
  else
    -- A claim, or a look at an outcome that is still open, changes no sum.
    select array_agg(share) into shares
    from removed join added using (id)
    cross join lateral unnest(array[payout_share_of(removed, -1), payout_share_of(added, 1)]) as share
    where payout_share_of(removed, 1) is distinct from payout_share_of(added, 1);
  end if;
  if shares is not null then perform add_payout_shares(shares); end if;
  return null;
end
$$;

create trigger payouts_sums_of_new after insert on payouts
referencing new table as added
for each statement execute function payouts_keep_sums();

create trigger payouts_sums_of_changed after update on payouts
referencing old table as removed new table as added
for each statement execute function payouts_keep_sums();

create function add_credits(share_of_person uuid[], share_at timestamptz[], deposits bigint[], paise bigint[], reversals bigint[])
returns void language sql as $$
  insert into credit_sums as kept
  select person_id, grain, starts_at,
    sum(deposits), sum(paise * deposits), sum(reversals), sum(paise * reversals)
  from unnest(share_of_person, share_at, deposits, paise, reversals)
    as share (person_id, at, deposits, paise, reversals)
  cross join lateral (
    values ('day', date_trunc('day', at, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', at, 'Asia/Kolkata'))
  ) as placed (grain, starts_at)
  group by person_id, grain, starts_at
  order by person_id, grain, starts_at
  on conflict (person_id, grain, starts_at) do update set
    deposit_count = kept.deposit_count + excluded.deposit_count,
    deposit_paise = kept.deposit_paise + excluded.deposit_paise,
    reversal_count = kept.reversal_count + excluded.reversal_count,
    reversal_paise = kept.reversal_paise + excluded.reversal_paise
$$;

create function reversals_keep_sums() returns trigger language plpgsql as $$
begin
  perform add_credits(
    array_agg(person_id), array_agg(created_at), array_agg(0::bigint), array_agg(amount_paise),
    array_agg(1::bigint)
  ) from added having count(*) > 0;
  return null;
end
$$;

create trigger payout_reversals_sums after insert on payout_reversals
referencing new table as added
for each statement execute function reversals_keep_sums();

-- A deposit's part in the sums: once with 1, and taken out again with -1.
create type deposit_share as (
  person_id uuid,
  created_at timestamptz,
  status text,
  count bigint,
  paise bigint,
  credited_at timestamptz
);

create function deposit_share_of(deposit deposits, times bigint) returns deposit_share
language sql immutable as $$
  select row(
    deposit.person_id, deposit.created_at, deposit.status, times, times * deposit.amount_paise,
    case when deposit.status = 'completed' then deposit.reviewed_at end
  )::deposit_share
$$;

create function add_deposit_shares(shares deposit_share[]) returns void language plpgsql as $$
begin
  insert into deposit_sums as kept
  select person_id, grain, starts_at,
    coalesce(sum(count) filter (where status = 'pending'), 0),
    coalesce(sum(paise) filter (where status = 'pending'), 0),
    coalesce(sum(count) filter (where status = 'completed'), 0),
    coalesce(sum(paise) filter (where status = 'completed'), 0),
    coalesce(sum(count) filter (where status = 'failed'), 0),
    coalesce(sum(paise) filter (where status = 'failed'), 0)
  from unnest(shares) as share
  cross join lateral (
    values ('day', date_trunc('day', created_at, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', created_at, 'Asia/Kolkata'))
  ) as placed (grain, starts_at)
  group by person_id, grain, starts_at
  order by person_id, grain, starts_at
  on conflict (person_id, grain, starts_at) do update set
    pending_count = kept.pending_count + excluded.pending_count,
    pending_paise = kept.pending_paise + excluded.pending_paise,
    completed_count = kept.completed_count + excluded.completed_count,
    completed_paise = kept.completed_paise + excluded.completed_paise,
    failed_count = kept.failed_count + excluded.failed_count,
    failed_paise = kept.failed_paise + excluded.failed_paise;

  perform add_credits(
    array_agg(person_id), array_agg(credited_at), array_agg(count), array_agg(abs(paise)),
    array_agg(0::bigint)
  ) from unnest(shares) where credited_at is not null having count(*) > 0;
end
$$;

create function deposits_keep_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_deposit_shares(array[deposit_share_of(new, 1)]);
  elsif deposit_share_of(old, 1) is distinct from deposit_share_of(new, 1) then
    perform add_deposit_shares(array[deposit_share_of(old, -1), deposit_share_of(new, 1)]);
  end if;
  return null;
end
$$;

-- At the very end of a transaction: some lock a deposit before its wallet, others wait for a UTR
-- with the wallet locked, and none of them may wait for another's sums meanwhile.
create constraint trigger deposits_sums after insert or update on deposits
deferrable initially deferred
for each row execute function deposits_keep_sums();

-- Of what is here. The triggers' locks keep everybody else from writing until this is committed.
select add_payout_shares(array_agg(payout_share_of(payouts, 1))) from payouts
group by person_id, date_trunc('month', created_at);
select add_deposit_shares(array_agg(deposit_share_of(deposits, 1))) from deposits
group by person_id, date_trunc('month', created_at);
select add_credits(
  array_agg(person_id), array_agg(created_at), array_agg(0::bigint), array_agg(amount_paise),
  array_agg(1::bigint)
) from payout_reversals group by person_id;
