-- The ids of a page of payouts, newest first: what is skipped is skipped in the index. As a
-- function it has a plan of its own, and the statement around it costs the planner the same for
-- every tenant. Otherwise a connection on which small tenants ask first would plan that statement
-- anew at every request from then on. A status as a range is part of the order: only the index by
-- status has it, whatever the planner believes of how rare the status is.
create function ids_in_payouts(
  of_person uuid, of_status text, low timestamptz, high timestamptz, skipped bigint, take bigint
) returns uuid[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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
