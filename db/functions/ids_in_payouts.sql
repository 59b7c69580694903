-- The ids of one page of payouts within a range of time. A payout is either open, and then in the queue,
-- or finished.
create or replace function ids_in_payouts(
  of_tenant uuid, of_status text, low timestamptz, high timestamptz, skipped bigint, take bigint
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
      where tenant_id = of_tenant and created_at >= low and created_at < high
      order by created_at desc, id desc limit take offset skipped
    );
  end if;
  if of_status not in ('success', 'failed', 'cancelled') then
    return array(
      select payout_id from payout_queue
      where tenant_id = of_tenant and status = of_status and created_at >= low and created_at < high
      order by created_at desc, payout_id desc limit take offset skipped
    );
  end if;
  -- Compared as a range, so that the generic plan takes the order of the key.
  return array(
    select payout_id from finished_payouts
    where tenant_id = of_tenant and status >= of_status and status <= of_status
      and created_at >= low and created_at < high
    order by status desc, created_at desc, payout_id desc limit take offset skipped
  );
end
$$;
