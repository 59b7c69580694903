-- What payouts come to over each provider, kept with the rows: the Database page and every
-- reconciliation added up all payouts for it. These are the payouts of all tenants, and a row that
-- every transaction changed would let one wait for the other. So each statement appends what it has
-- changed, which nobody waits for, and workers fold that into the sums (sums/fold-adapter-sums.ts).
-- squawk-ignore-file prefer-text-field

-- Nothing is written between the count of what is here and the triggers that keep it from then on.
lock table payouts in share row exclusive mode;

-- Without what is in adapter_sum_changes: whoever reads one of the two reads both in one statement.
create table adapter_sums (
  -- Empty for a payout that no worker has claimed yet: its rail says where it will go.
  adapter text not null,
  provider text not null,
  open_count bigint not null,
  success_count bigint not null,
  success_paise bigint not null,
  -- Of those on which the adapter has said anything: what it took, what it took for that where it
  -- was not given back, and what came back because the payout failed or was returned.
  taken_paise bigint not null,
  charges_paise bigint not null,
  returned_paise bigint not null,
  primary key (adapter, provider)
) with (fillfactor = 50);

-- What statements have changed since, each row once: less is negative.
create table adapter_sum_changes (
  id bigint generated always as identity primary key,
  adapter text not null,
  provider text not null,
  open_count bigint not null,
  success_count bigint not null,
  success_paise bigint not null,
  taken_paise bigint not null,
  charges_paise bigint not null,
  returned_paise bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One text for what is here, for new payouts and for changed ones.
do $do$
declare
  figures constant text := $f$
    select * from (
      select coalesce(adapter, '') as adapter, provider,
        coalesce(sum(times) filter (where status in ('pending', 'processing')), 0) as open_count,
        coalesce(sum(times) filter (where status = 'success'), 0) as success_count,
        coalesce(sum(times * amount_paise) filter (where status = 'success'), 0) as success_paise,
        coalesce(sum(times * amount_paise) filter (where provider_state is not null), 0)
          as taken_paise,
        coalesce(
          sum(times * (coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0)))
            filter (where provider_state is not null and status <> 'failed'), 0
        ) as charges_paise,
        coalesce(
          sum(times * amount_paise) filter (where provider_state is not null and status = 'failed'), 0
        ) as returned_paise
      from (%s) as counted
      group by adapter, provider
    ) as sums
    where (open_count, success_count, success_paise, taken_paise, charges_paise, returned_paise)
      <> (0, 0, 0, 0, 0, 0)
  $f$;
  moved record;
begin
  execute format(
    'insert into adapter_sums ' || figures, 'select 1::bigint as times, payouts.* from payouts'
  );
  for moved in
    select * from (values
      (
        'new', 'insert', 'new table as added',
        'select 1::bigint as times, added.* from added'
      ),
      -- Of a statement that changes nothing that is summed, such as a look at an outcome that is
      -- still open, what was and what is cancel each other out, and nothing is written.
      (
        'changed', 'update', 'old table as removed new table as added',
        'select -1::bigint as times, removed.* from removed
         union all select 1::bigint, added.* from added'
      )
    ) as moves (name, event, tables, rows)
  loop
    execute format($f$
      create function payouts_keep_adapter_sums_of_%s() returns trigger language plpgsql as $$
      begin
        insert into adapter_sum_changes (
          adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
          returned_paise
        ) %s;
        return null;
      end
      $$
    $f$, moved.name, format(figures, moved.rows));
    execute format(
      'create trigger payouts_adapter_sums_of_%1$s after %2$s on payouts referencing %3$s
       for each statement execute function payouts_keep_adapter_sums_of_%1$s()',
      moved.name, moved.event, moved.tables
    );
  end loop;
end
$do$;
