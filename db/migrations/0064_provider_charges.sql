-- What providers charge for payouts, booked as an expense behind the payouts.
-- squawk-ignore-file prefer-bigint-over-int

create table provider_charges (
  id uuid primary key,
  adapter text not null,
  -- The payout that the charge is for, with its tenant; null for a day's charges that no payout names.
  payout_id uuid,
  person_id uuid references people,
  day date,
  -- Counts the bookings of a payout or a day: the charge is the sum of them.
  number integer not null,
  fee_paise bigint not null,
  tax_paise bigint not null,
  -- The provider's report or invoice.
  reference text,
  recorded_by uuid references people,
  booked_at timestamptz not null,
  check ((payout_id is null) <> (day is null)),
  check ((payout_id is null) = (person_id is null)),
  check ((day is null) = (recorded_by is null)),
  check (fee_paise <> 0 or tax_paise <> 0)
);
create unique index provider_charges_of_payout on provider_charges (payout_id, number)
where payout_id is not null;
create unique index provider_charges_of_day on provider_charges (adapter, day, number)
where day is not null;
create index provider_charges_age on provider_charges using brin (booked_at);

-- Totals by the day of the booking, so that an account's balance does not need every charge.
create table provider_charge_days (
  adapter text not null,
  day date not null,
  count bigint not null,
  fee_paise bigint not null,
  tax_paise bigint not null,
  -- Of these, what payouts name.
  payout_fee_paise bigint not null,
  payout_tax_paise bigint not null,
  primary key (adapter, day)
) with (fillfactor = 50);

-- Paid payouts whose charge changed without a posting of theirs: it was named later, or accepted.
create table provider_charge_queue (
  id bigint generated always as identity primary key,
  payout_id uuid not null
);

insert into provider_charge_queue (payout_id)
select id from payouts
where
  status in ('success', 'failed')
  and coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0) > 0;

-- Up to which posting finished payouts were read for their charges.
create table provider_charge_head (
  is_only boolean primary key default true check (is_only),
  up_to uuid not null
);

-- Payouts that end while this runs have later postings, or earlier ones that no checkpoint has yet.
insert into provider_charge_head (up_to) select up_to from ledger_seal_head;
