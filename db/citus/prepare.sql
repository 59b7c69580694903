-- Brings every table that is split by tenant into the shape that Citus asks for: the tenant's id,
-- which is in every row, never null, and in every unique key and in every foreign key between split
-- tables. docs/operations/scale.md says when to run it. On a copy, with every server stopped, in one
-- transaction. It is not a migration.

-- 1. What servers of the version before wrote while they were replaced has no tenant yet; these are
-- the rows of some minutes, and often none.
alter table ledger_postings disable trigger ledger_postings_immutable;
update ledger_postings set tenant_id = coalesce(
  (
    select wallet_id from ledger_entries
    where posting_id = ledger_postings.id and wallet_id is not null limit 1
  ),
  '00000000-0000-0000-0000-000000000000'
) where tenant_id is null;
alter table ledger_postings enable trigger ledger_postings_immutable;

alter table ledger_entries disable trigger ledger_entries_immutable;
update ledger_entries set tenant_id = ledger_postings.tenant_id
from ledger_postings
where ledger_postings.id = posting_id and ledger_entries.tenant_id is null;
alter table ledger_entries enable trigger ledger_entries_immutable;

update payout_events set person_id = payouts.person_id
from payouts where payouts.id = payout_id and payout_events.person_id is null;

update payout_decisions set person_id = payouts.person_id
from payouts where payouts.id = payout_id and payout_decisions.person_id is null;

-- 2. Foreign keys that Citus can't hold: from tables of the coordinator into split ones. What they
-- promise, `npm run admin -- verify` asks of every row.
alter table incoming_credits drop constraint incoming_credits_deposit_id_fkey,
drop constraint incoming_credits_similar;
alter table statement_credits drop constraint statement_credits_deposit_id_fkey;
alter table statement_lines drop constraint statement_lines_deposit_id_fkey;
alter table adjustments drop constraint adjustments_deposit_id_fkey;
alter table reconciliation_differences drop constraint reconciliation_differences_payout_id_fkey;
alter table late_check_retries drop constraint late_check_retries_payout_id_fkey;

-- 3. Those between split tables make way for their keys, and come back with the tenant in them.
alter table payout_events drop constraint payout_events_payout_id_fkey;
alter table payout_reversals drop constraint payout_reversals_payout_id_fkey;
alter table payout_decisions drop constraint payout_decisions_payout_id_fkey;
alter table ledger_entries drop constraint ledger_entries_posting_id_fkey;
alter table ledger_entries drop constraint ledger_entries_wallet_id_fkey;
alter table deposits drop constraint deposits_bank_account_id_fkey;
alter table bank_accounts drop constraint bank_accounts_account_check;

-- 4. Keys.
alter table payout_events alter column person_id set not null;
alter table payout_decisions alter column person_id set not null,
drop constraint payout_decisions_pkey, add primary key (person_id, id);
drop index payout_decisions_open;
create unique index payout_decisions_open on payout_decisions (person_id, payout_id)
where state = 'proposed';

-- A reference is 55 random bits and a day: two tenants with the same one are one chance in 70,000
-- on a day of a million payouts. The bank refuses the second as a repeat of another amount.
alter table payouts drop constraint payouts_pkey, add primary key (person_id, id),
drop constraint payouts_reference_id_key,
add constraint payouts_reference_id_key unique (person_id, reference_id);
alter table payout_reversals drop constraint payout_reversals_pkey,
add primary key (person_id, id);
drop index payout_reversals_whole;
create unique index payout_reversals_whole on payout_reversals (person_id, payout_id)
where not is_partial;
drop index payout_reversals_once;
create unique index payout_reversals_once on payout_reversals (
  person_id, adapter, return_reference
) where is_partial;

alter table ledger_postings alter column tenant_id set not null,
drop constraint ledger_postings_pkey, add primary key (tenant_id, id);
drop index ledger_postings_once;
create unique index ledger_postings_once on ledger_postings (
  tenant_id,
  subject_id,
  (case when kind in ('settle', 'release') then 'finish' else kind end)
);
alter table ledger_entries alter column tenant_id set not null,
drop constraint ledger_entries_pkey, add primary key (tenant_id, posting_id, line),
-- Instead of the foreign key to the wallet, which has the same id.
add check (wallet_id is null or wallet_id = tenant_id);
drop index ledger_entries_in_order;
create unique index ledger_entries_in_order on ledger_entries (tenant_id, wallet_id, wallet_entry)
where wallet_id is not null;

alter table account_checks drop constraint account_checks_pkey, add primary key (person_id, id);
alter table bank_accounts drop constraint bank_accounts_pkey, add primary key (person_id, id);
alter table deposits drop constraint deposits_pkey, add primary key (person_id, id);

-- A UTR is claimed once over all tenants, in a table of the coordinator that the claiming
-- transaction writes beside the deposit.
create table deposit_utrs (
  utr_key text not null,
  utr_twin integer not null,
  person_id uuid not null references people,
  deposit_id uuid not null,
  primary key (utr_key, utr_twin)
);
insert into deposit_utrs (utr_key, utr_twin, person_id, deposit_id)
select utr_key, utr_twin, person_id, id from deposits where status <> 'failed';
drop index deposits_utr_once;
create index deposits_of_utr on deposits (utr_key);

-- 5. The foreign keys come back.
alter table payout_events
add foreign key (person_id, payout_id) references payouts (person_id, id);
alter table payout_reversals
add foreign key (person_id, payout_id) references payouts (person_id, id);
alter table payout_decisions
add foreign key (person_id, payout_id) references payouts (person_id, id);
alter table ledger_entries
add foreign key (tenant_id, posting_id) references ledger_postings (tenant_id, id);
alter table deposits
add foreign key (person_id, bank_account_id) references bank_accounts (person_id, id);
alter table bank_accounts
add foreign key (person_id, account_check_id) references account_checks (person_id, id);
