-- The ids of one page of payouts within a range of time. A status is compared as a range, so that
-- the generic plan takes the index by status.
create or replace function ids_in_payouts(
  of_person uuid, of_status text, low timestamptz, high timestamptz, skipped bigint, take bigint
)
returns uuid[]
language plpgsql
stable
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if of_status = 'all' then
    return array(
      select id from payouts
      where person_id = of_person and created_at >= low and created_at < high
      order by created_at desc, id desc limit take offset skipped
    );
  end if;
  return array(
    select id from payouts
    where person_id = of_person and status >= of_status and status <= of_status
      and created_at >= low and created_at < high
    order by status, created_at desc, id desc limit take offset skipped
  );
end
$$;
