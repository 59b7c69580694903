-- Finds the page of a history of the deposits of all tenants: the range of time that holds it, and how many rows of
-- that range come before the page. It walks the rollups from months to days to hours, so a deep
-- page costs no more than a shallow one.
create or replace function place_in_deposit_queue(
  of_tenant uuid, of_status text, since timestamptz, until timestamptz, skip bigint, take bigint,
  out low timestamptz, out high timestamptz, out skipped bigint
)
returns record
language plpgsql
stable
set plan_cache_mode = 'force_generic_plan'
as $$
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
    middle := low;
    middle_end := high;
    -- Months that the range cuts are counted by their days.
    if step = 'month' and (isfinite(low) or isfinite(high)) then
      if isfinite(low) and low > date_trunc('month', low, 'Asia/Kolkata') then
        middle := end_of_rollup('month', date_trunc('month', low, 'Asia/Kolkata'));
      end if;
      if isfinite(high) then middle_end := date_trunc('month', high, 'Asia/Kolkata'); end if;
      -- Without a whole month the days are enough.
      continue when middle >= middle_end;
    end if;
    for counted_by, counted_at, counted in
      select step as grain, sums.starts_at, sum(case of_status
          when 'all' then pending_count + completed_count + failed_count
          when 'open' then pending_count
          when 'done' then completed_count
          when 'failed' then failed_count
        end)::bigint as rows
      from deposit_rollups as sums
      where sums.grain = step and sums.starts_at >= middle and sums.starts_at < middle_end
      group by sums.starts_at
      union all
      select 'day' as grain, sums.starts_at, sum(case of_status
          when 'all' then pending_count + completed_count + failed_count
          when 'open' then pending_count
          when 'done' then completed_count
          when 'failed' then failed_count
        end)::bigint as rows
      from deposit_rollups as sums
      where sums.grain = 'day' and sums.starts_at >= low and sums.starts_at < middle
      group by sums.starts_at
      union all
      select 'day' as grain, sums.starts_at, sum(case of_status
          when 'all' then pending_count + completed_count + failed_count
          when 'open' then pending_count
          when 'done' then completed_count
          when 'failed' then failed_count
        end)::bigint as rows
      from deposit_rollups as sums
      where sums.grain = 'day' and sums.starts_at >= middle_end and sums.starts_at < high
      group by sums.starts_at
      order by starts_at
    loop
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
    end loop;
    -- Behind the last page there is nothing.
    if first is null then
      low := null;
      high := null;
      return;
    end if;
    low := least(first, last);
    high := greatest(end_of_rollup(first_by, first), end_of_rollup(last_by, last));
    skipped := skipped - before;
  end loop;
end
$$;
