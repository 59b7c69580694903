-- How a page deep in a history of millions is found.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion

-- The queue over all tenants, whatever the status, oldest first.
create index deposits_in_order on deposits (created_at, id);

-- The same as deposits_refused_utr.
drop index deposits_utr_refused;

-- Any part of a UTR. The extension comes with PostgreSQL, but some installations leave it out:
-- the search finds the same without it, and takes longer.
do $$
begin
  create extension if not exists pg_trgm;
  create index deposits_utr_parts on deposits using gin (utr_reference gin_trgm_ops);
exception
  when undefined_file or feature_not_supported or insufficient_privilege then
    raise notice 'pg_trgm is not to be had: %', sqlerrm;
end
$$;

-- How many rows of a history fall into an hour or a day, under each status. What all tenants have
-- together stands under the nil UUID.
create view history_counts as
select 'payouts' as history, person_id, grain, starts_at,
  open_count + success_count + failed_count + returned_count as all_count,
  open_count, success_count as done_count, failed_count + returned_count as failed_count
from payout_sums
union all
select 'credits', person_id, grain, starts_at, deposit_count + reversal_count, 0, 0, 0
from credit_sums
union all
select 'deposits', person_id, grain, starts_at, pending_count + completed_count + failed_count,
  pending_count, completed_count, failed_count
from deposit_sums
union all
select 'deposits', '00000000-0000-0000-0000-000000000000', grain, starts_at,
  sum(pending_count + completed_count + failed_count)::bigint, sum(pending_count)::bigint,
  sum(completed_count)::bigint, sum(failed_count)::bigint
from deposit_sums group by grain, starts_at;

-- Where a page of a history lies: a stretch of whole hours that holds it, and how many of the
-- stretch's rows come before the page; null for a page behind the last. First the days in which it
-- begins and ends are found, then the hours of these days. It sees what the statement sees that
-- asks, and its plan is kept, so that it costs a fraction of planning the same anew each time.
create function place_of_page(
  histories text[], of_person uuid, of_status text, since timestamptz, until timestamptz,
  oldest_first boolean, skip bigint, take bigint,
  out starts_at timestamptz, out ends_at timestamptz, out skipped bigint
) language plpgsql stable as $$
declare
  direction constant integer := case when oldest_first then -1 else 1 end;
  step text;
  -- Seconds since 1970, negative where the oldest come first: a page always runs downwards.
  first bigint;
  last bigint;
  before bigint;
begin
  starts_at := since;
  ends_at := until;
  skipped := skip;
  -- The first page begins where the history does.
  if skip = 0 then return; end if;
  foreach step in array array['day', 'hour'] loop
    select max(place) filter (where through > skipped),
      coalesce(max(place) filter (where through >= skipped + take), min(place)),
      coalesce(max(through - rows) filter (where through - rows <= skipped), 0)
    into first, last, before
    from (
      select place, rows, sum(rows) over (order by place desc) as through
      from (
        select direction * extract(epoch from counted.starts_at)::bigint as place,
          sum(case of_status
            when 'all' then all_count
            when 'open' then open_count
            when 'done' then done_count
            when 'failed' then counted.failed_count
          end) as rows
        from history_counts as counted
        where history = any(histories) and person_id = of_person and grain = step
          and counted.starts_at >= place_of_page.starts_at
          and counted.starts_at < place_of_page.ends_at
        group by counted.starts_at
      ) as counts
      where rows > 0
    ) as running;
    starts_at := to_timestamp(least(direction * first, direction * last));
    ends_at := to_timestamp(greatest(direction * first, direction * last))
      + make_interval(hours => case step when 'day' then 24 else 1 end);
    skipped := skipped - before;
    -- Behind the last page there is nothing.
    if first is null then
      starts_at := null;
      ends_at := null;
      return;
    end if;
  end loop;
end
$$;
