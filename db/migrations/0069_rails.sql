-- Whether this database holds play money or real money, and how play money leaves it.
-- The checks hold for every row that is there: the new ones accept all that the old ones did.
-- squawk-ignore-file constraint-missing-not-valid, prefer-robust-stmts

-- One row, written by the first start. `clearing` while play money is taken out.
create table installation_rails (
  is_only boolean primary key default true check (is_only),
  rails text not null check (rails in ('sandbox', 'clearing', 'real')),
  since timestamptz not null
);

alter table adjustments
drop constraint adjustments_kind_check,
add constraint adjustments_kind_check check (
  kind in (
    'wrong_credit', 'wrong_debit', 'bank_recall', 'contradiction', 'chargeback', 'goodwill',
    'bank_charge', 'write_off', 'reclassification', 'sandbox_money'
  )
) not valid,
-- `sandbox_money` is posted by the command line, without people.
drop constraint adjustments_check4,
add constraint adjustments_by_people check (
  (proposed_by is null) = (kind in ('chargeback', 'sandbox_money'))
) not valid;

alter table incoming_credits
-- The command line took play money out of suspense, instead of a person.
add column was_sandbox_money boolean not null default false,
drop constraint incoming_credits_decided,
add constraint incoming_credits_decided check (
  (state in ('assigned', 'returned', 'dismissed'))
  = (decided_by is not null or chargeback_id is not null or was_sandbox_money)
) not valid;
