-- Whose each row is, in the row itself: what PostgreSQL needs to be split by tenant
-- (docs/operations/citus-plan.md). The column may be null so that servers of the version before
-- can go on writing while they are replaced; this version always fills it. Tables are locked in the
-- order in which a payout writes them, and payouts wait until all of it is done.

-- The tenant whose wallet the posting is on. Money that is nobody's yet is on none: zeros.
alter table ledger_postings add column tenant_id uuid;
-- The same as its posting's, also on the platform's lines: a posting lies in one place.
alter table ledger_entries add column tenant_id uuid;
alter table payout_events add column person_id uuid;
alter table payout_decisions add column person_id uuid;

alter table ledger_postings disable trigger ledger_postings_immutable;
update ledger_postings set tenant_id = coalesce(
  (
    select wallet_id from ledger_entries
    where posting_id = ledger_postings.id and wallet_id is not null limit 1
  ),
  '00000000-0000-0000-0000-000000000000'
);
alter table ledger_postings enable trigger ledger_postings_immutable;

alter table ledger_entries disable trigger ledger_entries_immutable;
update ledger_entries set tenant_id = ledger_postings.tenant_id
from ledger_postings where ledger_postings.id = posting_id;
alter table ledger_entries enable trigger ledger_entries_immutable;

update payout_events set person_id = payouts.person_id
from payouts where payouts.id = payout_id;

update payout_decisions set person_id = payouts.person_id
from payouts where payouts.id = payout_id;
