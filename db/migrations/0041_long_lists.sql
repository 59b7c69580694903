-- Lists of operators with millions of rows: each page in the order of an index.
-- squawk-ignore-file require-concurrent-index-creation

-- Over all tenants, whatever the status, oldest first.
create index bank_accounts_in_order on bank_accounts (created_at, id);

-- What went to suspense, whatever became of it.
create index incoming_credits_suspended on incoming_credits (created_at, id)
where reason is not null;
create index incoming_credits_decided on incoming_credits (decided_at)
where decided_at is not null;

-- Open and severe ones first, then the newest.
create index reconciliation_differences_in_order on reconciliation_differences (
  (state = 'open') desc, is_severe desc, found_at desc, id desc
);

create index background_jobs_newest on background_jobs (created_at desc, id desc);
create index background_jobs_by_status on background_jobs (status, created_at desc, id desc);

-- Nothing is written between the count of what is here and the trigger that counts from then on.
lock table audit_log in share row exclusive mode;

-- How many rows the audit log has of an act on a day in Asia/Kolkata, and between which numbers.
-- A day long ago is found by it: the numbers follow the clocks of those who wrote, which no order
-- of an index promises.
create table audit_days (
  day date not null,
  act text not null,
  count bigint not null,
  first_seq bigint not null,
  last_seq bigint not null,
  primary key (day, act)
) with (fillfactor = 50);

insert into audit_days
select (at at time zone 'Asia/Kolkata')::date, act, count(*), min(seq), max(seq)
from audit_log group by 1, 2;

-- As in 0009, and counts the row, under the lock of the head.
create or replace function audit_chain() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := sha256(audit_line(new));
  update audit_head set seq = new.seq, hash = new.hash;
  insert into audit_days as kept (day, act, count, first_seq, last_seq)
  values ((new.at at time zone 'Asia/Kolkata')::date, new.act, 1, new.seq, new.seq)
  on conflict (day, act) do update set
    count = kept.count + 1, last_seq = excluded.last_seq;
  return new;
end
$$;
