-- Where a page of a history lies, found by walking the sums: a fifth of the time that adding them
-- up in a window took.
drop function place_of_page;
drop view history_counts;

-- One function for each history, all by this pattern, so that each keeps a plan of its own:
-- planning the same anew with each statement would cost more than the rest of it.
--
-- Each answers a stretch of whole hours that holds the page, and how many of the stretch's rows
-- come before the page; null for a page behind the last. It walks the days up to the page, then
-- the hours of the days in which the page begins and ends. It sees what the statement sees that
-- asks. A status is 'all', 'open', 'done' or 'failed'; a person is null for all tenants.
do $do$
declare
  history record;
begin
  for history in
    select * from (values
      ('payouts', 'desc', $q$
        select sums.starts_at, case of_status
            when 'all' then open_count + success_count + failed_count + returned_count
            when 'open' then open_count
            when 'done' then success_count
            when 'failed' then failed_count + returned_count
          end as rows
        from payout_sums as sums
        where person_id = of_person and grain = step and starts_at >= low and starts_at < high
      $q$),
      ('credits', 'desc', $q$
        select sums.starts_at, deposit_count + reversal_count as rows
        from credit_sums as sums
        where person_id = of_person and grain = step and starts_at >= low and starts_at < high
      $q$),
      ('wallet', 'desc', $q$
        select starts_at, sum(rows)::bigint as rows
        from (
          select starts_at, open_count + success_count + failed_count + returned_count as rows
          from payout_sums
          where person_id = of_person and grain = step and starts_at >= low and starts_at < high
          union all
          select starts_at, deposit_count + reversal_count
          from credit_sums
          where person_id = of_person and grain = step and starts_at >= low and starts_at < high
        ) as both_sums
        group by starts_at
      $q$),
      ('deposits', 'desc', $q$
        select sums.starts_at, case of_status
            when 'all' then pending_count + completed_count + failed_count
            when 'open' then pending_count
            when 'done' then completed_count
            when 'failed' then failed_count
          end as rows
        from deposit_sums as sums
        where person_id = of_person and grain = step and starts_at >= low and starts_at < high
      $q$),
      -- Of all tenants, and the oldest first.
      ('deposit_queue', 'asc', $q$
        select starts_at, sum(case of_status
            when 'all' then pending_count + completed_count + failed_count
            when 'open' then pending_count
            when 'done' then completed_count
            when 'failed' then failed_count
          end)::bigint as rows
        from deposit_sums
        where grain = step and starts_at >= low and starts_at < high
        group by starts_at
      $q$)
    ) as histories (name, direction, counts)
  loop
    execute format($f$
      create function place_in_%1$s(
        of_person uuid, of_status text, since timestamptz, until timestamptz,
        skip bigint, take bigint, out low timestamptz, out high timestamptz, out skipped bigint
      ) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
      declare
        step text;
        counted record;
        through bigint;
        before bigint;
        first timestamptz;
        last timestamptz;
      begin
        low := since;
        high := until;
        skipped := skip;
        -- The first page begins where the history does.
        if skip = 0 then return; end if;
        foreach step in array array['day', 'hour'] loop
          through := 0;
          first := null;
          for counted in %2$s order by starts_at %3$s loop
            through := through + counted.rows;
            if through > skipped then
              if first is null then
                first := counted.starts_at;
                before := through - counted.rows;
              end if;
              last := counted.starts_at;
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
          high := greatest(first, last)
            + make_interval(hours => case step when 'day' then 24 else 1 end);
          skipped := skipped - before;
        end loop;
      end
      $$
    $f$, history.name, history.counts, history.direction);
  end loop;
end
$do$;
