-- A payout's row changed in two indexes when it was leased and when it ended, so each change wrote a new
-- row version and an entry in every index. Two narrow tables take the place of those indexes, which the
-- next migration drops. Triggers keep them in the statement that changes the payouts.
--
-- Open payouts: the queue of the workers, and the list of each tenant. Those without a due time wait
-- behind all others.
create table payout_queue (
  person_id uuid not null,
  payout_id uuid not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  provider text not null,
  status text not null,
  primary key (person_id, created_at, payout_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index payout_queue_due on payout_queue (provider, status, due_at);

-- Payouts with an outcome, for the histories by status and the checks after it.
create table finished_payouts (
  person_id uuid not null,
  payout_id uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  status text not null,
  adapter text
);

-- Writers wait until the tables have every payout: about 20 s for each million. Readers do not.
lock table payouts in share row exclusive mode;

insert into payout_queue (person_id, payout_id, created_at, due_at, provider, status)
select person_id, id, created_at, coalesce(due_at, 'infinity'), provider, status
from payouts where status not in ('success', 'failed', 'cancelled');

insert into finished_payouts (person_id, payout_id, created_at, finished_at, status, adapter)
select person_id, id, created_at, finished_at, status, adapter
from payouts where status in ('success', 'failed', 'cancelled');

-- After the rows, which come in another order.
-- squawk-ignore adding-serial-primary-key-field
alter table finished_payouts add primary key (person_id, status, created_at, payout_id);
create index finished_payouts_paid on finished_payouts (adapter, finished_at, payout_id)
where status = 'success';

-- Before writers go on, so that no payout is missing.
-- apply: payouts_keep_queue.sql
-- apply: payouts_queue_of_new.trigger.sql
-- apply: payouts_queue_of_changed.trigger.sql

-- These two changed with the status, only for their condition.
-- squawk-ignore require-concurrent-index-creation
create index payouts_paid_to_all on payouts (person_id, destination_hash);
-- squawk-ignore require-concurrent-index-creation
create index payouts_withdrawals on payouts (person_id) where payout_kind = 'withdrawal';
