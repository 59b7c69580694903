-- Money that payment requests hold from their submission, where the business wants that.
-- squawk-ignore-file require-concurrent-index-creation
create table payment_request_settings (
  tenant_id uuid primary key references people,
  holds_at_submission boolean not null,
  changed_at timestamptz not null
);

create table request_holds (
  -- The subject of its postings.
  id uuid primary key,
  tenant_id uuid not null references people,
  request_id uuid not null references payment_requests,
  -- Each revision that is submitted has a hold of its own.
  revision integer not null,
  -- As it was then: an edit overwrites the request's.
  beneficiary_name text not null,
  -- Amount, fee and GST.
  amount_paise bigint not null check (amount_paise > 0),
  held_at timestamptz not null,
  released_at timestamptz,
  -- The payout that took the money over; null while it is held, and if it came back.
  payout_id uuid unique,
  check (payout_id is null or released_at is not null)
);

create unique index request_holds_open on request_holds (request_id)
where released_at is null;

create index request_holds_of_wallet on request_holds (tenant_id, held_at, id)
where released_at is null;

create index request_holds_ended on request_holds (tenant_id, released_at)
where released_at is not null;

alter table ledger_postings
drop constraint ledger_postings_kind_check,
add constraint ledger_postings_kind_check check (
  kind in (
    'credit', 'hold', 'settle', 'release', 'reverse', 'partial_return', 'set_aside', 'suspend',
    'return', 'adjust', 'adjust_credit', 'adjust_debit', 'owe', 'repay', 'transfer', 'expense',
    'request_hold', 'request_release'
  )
) not valid;
