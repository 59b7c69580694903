-- Sums of months beside those of days and hours. A total, and the way to a page, touched a sum for
-- each day of the history; of months there are thirty times fewer, so that ten years are as near as
-- one. What is here is added up from the days; the locks keep writers out until that is committed.
-- squawk-ignore-file adding-required-field, constraint-missing-not-valid
lock table payouts, deposits, payout_reversals in share row exclusive mode;

alter table payout_sums drop constraint payout_sums_grain_check;
alter table payout_sums add constraint payout_sums_grain_check check (grain in ('month', 'day', 'hour'));
alter table deposit_sums drop constraint deposit_sums_grain_check;
alter table deposit_sums add constraint deposit_sums_grain_check check (grain in ('month', 'day', 'hour'));
alter table credit_sums drop constraint credit_sums_grain_check;
alter table credit_sums add constraint credit_sums_grain_check check (grain in ('month', 'day', 'hour'));

-- As in 0033, with the month as a third place of each share.
create or replace function add_payout_shares(shares payout_share[]) returns void language plpgsql as $$
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
    values ('month', date_trunc('month', created_at, 'Asia/Kolkata')),
      ('day', date_trunc('day', created_at, 'Asia/Kolkata')),
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

create or replace function add_credits(share_of_person uuid[], share_at timestamptz[], deposits bigint[], paise bigint[], reversals bigint[])
returns void language sql as $$
  insert into credit_sums as kept
  select person_id, grain, starts_at,
    sum(deposits), sum(paise * deposits), sum(reversals), sum(paise * reversals)
  from unnest(share_of_person, share_at, deposits, paise, reversals)
    as share (person_id, at, deposits, paise, reversals)
  cross join lateral (
    values ('month', date_trunc('month', at, 'Asia/Kolkata')),
      ('day', date_trunc('day', at, 'Asia/Kolkata')),
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

create or replace function add_deposit_shares(shares deposit_share[]) returns void language plpgsql as $$
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
    values ('month', date_trunc('month', created_at, 'Asia/Kolkata')),
      ('day', date_trunc('day', created_at, 'Asia/Kolkata')),
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

-- The instant at which a sum's hour, day or month is over.
create function end_of_sum(grain text, starts_at timestamptz) returns timestamptz
language sql immutable return case grain
  when 'month' then (starts_at at time zone 'Asia/Kolkata' + interval '1 month') at time zone 'Asia/Kolkata'
  when 'day' then starts_at + interval '24 hours'
  else starts_at + interval '1 hour'
end;

-- One function for each history, all by this pattern, so that each keeps a plan of its own:
-- planning the same anew with each statement would cost more than the rest of it.
--
-- Each answers a stretch of whole hours that holds the page, and how many of the stretch's rows
-- come before the page; null for a page behind the last. It walks the whole months up to the page,
-- with the days beside them where the filter cuts a month, then the days of what it found, then the
-- hours. It sees what the statement sees that asks. A status is 'all', 'open', 'done' or 'failed';
-- a person is null for all tenants.
do $do$
declare
  history record;
  cut text;
  plain text;
  walk constant text := $w$
    through := through + counted;
    if through > skipped then
      if first is null then
        first := counted_at;
        first_by := counted_by;
        before := through - counted;
      end if;
      last := counted_at;
      last_by := counted_by;
      exit when through >= skipped + take;
    end if;
  $w$;
begin
  for history in
    select * from (values
      ('payouts', 'desc', $q$
        select sums.grain, sums.starts_at, case of_status
            when 'all' then open_count + success_count + failed_count + returned_count
            when 'open' then open_count
            when 'done' then success_count
            when 'failed' then failed_count + returned_count
          end as rows
        from payout_sums as sums
        where person_id = of_person and sums.grain = {grain}
          and sums.starts_at >= {from} and sums.starts_at < {until}
      $q$),
      ('credits', 'desc', $q$
        select sums.grain, sums.starts_at, deposit_count + reversal_count as rows
        from credit_sums as sums
        where person_id = of_person and sums.grain = {grain}
          and sums.starts_at >= {from} and sums.starts_at < {until}
      $q$),
      ('wallet', 'desc', $q$
        select {grain} as grain, both_sums.starts_at, sum(rows)::bigint as rows
        from (
          select starts_at, open_count + success_count + failed_count + returned_count as rows
          from payout_sums
          where person_id = of_person and grain = {grain} and starts_at >= {from} and starts_at < {until}
          union all
          select starts_at, deposit_count + reversal_count
          from credit_sums
          where person_id = of_person and grain = {grain} and starts_at >= {from} and starts_at < {until}
        ) as both_sums
        group by both_sums.starts_at
      $q$),
      ('deposits', 'desc', $q$
        select sums.grain, sums.starts_at, case of_status
            when 'all' then pending_count + completed_count + failed_count
            when 'open' then pending_count
            when 'done' then completed_count
            when 'failed' then failed_count
          end as rows
        from deposit_sums as sums
        where person_id = of_person and sums.grain = {grain}
          and sums.starts_at >= {from} and sums.starts_at < {until}
      $q$),
      -- Of all tenants, and the oldest first.
      ('deposit_queue', 'asc', $q$
        select {grain} as grain, sums.starts_at, sum(case of_status
            when 'all' then pending_count + completed_count + failed_count
            when 'open' then pending_count
            when 'done' then completed_count
            when 'failed' then failed_count
          end)::bigint as rows
        from deposit_sums as sums
        where sums.grain = {grain} and sums.starts_at >= {from} and sums.starts_at < {until}
        group by sums.starts_at
      $q$)
    ) as histories (name, direction, counts)
  loop
    -- The sums to walk: those of one grain, or whole months with the days beside them.
    select
      max(part) filter (where is_plain), string_agg(part, ' union all ') filter (where not is_plain)
    into plain, cut
    from (values
      (true, 'step', 'low', 'high'),
      (false, 'step', 'middle', 'middle_end'),
      (false, '''day''', 'low', 'middle'),
      (false, '''day''', 'middle_end', 'high')
    ) as walked (is_plain, by, since, until)
    cross join lateral (
      select replace(replace(replace(history.counts, '{grain}', by), '{from}', since), '{until}', until)
    ) as told (part);
    execute format($f$
      create or replace function place_in_%1$s(
        of_person uuid, of_status text, since timestamptz, until timestamptz,
        skip bigint, take bigint, out low timestamptz, out high timestamptz, out skipped bigint
      ) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
      declare
        step text;
        middle timestamptz;
        middle_end timestamptz;
        counted_by text;
        counted_at timestamptz;
        counted bigint;
        through bigint;
        before bigint;
        first timestamptz;
        first_by text;
        last timestamptz;
        last_by text;
      begin
        low := since;
        high := until;
        skipped := skip;
        -- The first page begins where the history does.
        if skip = 0 then return; end if;
        foreach step in array array['month', 'day', 'hour'] loop
          through := 0;
          first := null;
          if step = 'month' and (isfinite(low) or isfinite(high)) then
            middle := low;
            if isfinite(low) and low > date_trunc('month', low, 'Asia/Kolkata') then
              middle := end_of_sum('month', date_trunc('month', low, 'Asia/Kolkata'));
            end if;
            middle_end := high;
            if isfinite(high) then middle_end := date_trunc('month', high, 'Asia/Kolkata'); end if;
            -- No month is whole: the days tell it alone.
            continue when middle >= middle_end;
            for counted_by, counted_at, counted in %2$s order by starts_at %4$s loop %5$s end loop;
          else
            for counted_by, counted_at, counted in %3$s order by starts_at %4$s loop %5$s end loop;
          end if;
          -- Behind the last page there is nothing.
          if first is null then
            low := null;
            high := null;
            return;
          end if;
          low := least(first, last);
          high := greatest(end_of_sum(first_by, first), end_of_sum(last_by, last));
          skipped := skipped - before;
        end loop;
      end
      $$
    $f$, history.name, cut, plain, history.direction, walk);
  end loop;
end
$do$;

-- Of what is here.
insert into payout_sums
select person_id, 'month', date_trunc('month', starts_at, 'Asia/Kolkata') as month,
  sum(open_count), sum(open_paise), sum(open_charges_paise),
  sum(success_count), sum(success_paise), sum(success_charges_paise),
  sum(failed_count), sum(failed_paise), sum(failed_charges_paise),
  sum(returned_count), sum(returned_paise), sum(returned_charges_paise)
from payout_sums where grain = 'day'
group by person_id, month;

insert into deposit_sums
select person_id, 'month', date_trunc('month', starts_at, 'Asia/Kolkata') as month,
  sum(pending_count), sum(pending_paise), sum(completed_count),
  sum(completed_paise), sum(failed_count), sum(failed_paise)
from deposit_sums where grain = 'day'
group by person_id, month;

insert into credit_sums
select person_id, 'month', date_trunc('month', starts_at, 'Asia/Kolkata') as month,
  sum(deposit_count), sum(deposit_paise), sum(reversal_count),
  sum(reversal_paise)
from credit_sums where grain = 'day'
group by person_id, month;
