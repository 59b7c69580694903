-- What one deposit counts for in the rollups. `times` is -1 for the state before a change.
create or replace function deposit_share_of(deposit deposits, times bigint)
returns deposit_share
language sql
immutable
as $$
  select row(
    deposit.tenant_id, deposit.created_at, deposit.status, times, times * deposit.amount_paise,
    case when deposit.status = 'completed' then deposit.reviewed_at end
  )::deposit_share
$$;
