-- The platform's own money with banks and providers.

create table fund_transfers (
  id uuid primary key,
  source text not null check (source in ('bank', 'provider', 'own_funds')),
  destination text not null check (destination in ('bank', 'provider', 'own_funds')),
  -- The adapter of the provider on one of the sides.
  adapter text,
  -- The receiving account on the bank's side.
  receiving_account_id uuid references receiving_accounts,
  amount_paise bigint not null check (amount_paise > 0),
  utr_reference text check (utr_reference ~ '^[A-Z0-9]{12,22}$'),
  utr_key text generated always as (
    regexp_replace(
      regexp_replace(
        utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
      ),
      '^0+([0-9]+)$', '\1'
    )
  ) stored,
  -- The day in India on which the money left.
  transferred_on date not null,
  note text,
  origin text not null check (origin in ('person', 'bank_statement', 'provider_list')),
  recorded_by uuid references people,
  recorded_at timestamptz not null,
  -- The transfer that this row takes back, with the sides exchanged.
  corrects_id uuid references fund_transfers,
  corrected_at timestamptz,
  check (source <> destination),
  check ((adapter is not null) = ('provider' = source or 'provider' = destination)),
  check ((receiving_account_id is not null) = ('bank' = source or 'bank' = destination)),
  check ((origin = 'person') = (recorded_by is not null)),
  check (corrects_id is null or corrected_at is null)
);

-- One transfer is one posting, however its UTR is spelled. A corrected one may be recorded again.
create unique index fund_transfers_utr_once on fund_transfers (utr_key)
where corrects_id is null and corrected_at is null;
create unique index fund_transfers_corrected_once on fund_transfers (corrects_id)
where corrects_id is not null;
create index fund_transfers_newest on fund_transfers (recorded_at desc, id desc);

create table provider_charges (
  id uuid primary key,
  adapter text not null,
  -- The payout that the charge is for, with its tenant; null for a day's charges that no payout names.
  payout_id uuid,
  tenant_id uuid references tenants,
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
  check ((payout_id is null) = (tenant_id is null)),
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

-- Up to which posting finished payouts were read for their charges.
create table provider_charge_head (
  is_only boolean primary key default true check (is_only),
  up_to uuid not null
);

insert into provider_charge_head (up_to) values ('00000000-0000-0000-0000-000000000000');

-- Money that arrived on our account with a provider, from its own list of transactions.
create table provider_credits (
  adapter text not null,
  credit_reference text not null,
  amount_paise bigint not null check (amount_paise > 0),
  utr_reference text,
  utr_key text generated always as (
    regexp_replace(
      regexp_replace(
        utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
      ),
      '^0+([0-9]+)$', '\1'
    )
  ) stored,
  -- The receiving account that it came from; null for another payer, or where the list names none.
  from_account_id uuid references receiving_accounts,
  arrived_at timestamptz not null,
  seen_at timestamptz not null,
  transfer_id uuid references fund_transfers,
  primary key (adapter, credit_reference)
);
create index provider_credits_open on provider_credits (adapter, arrived_at)
where transfer_id is null;
create unique index provider_credits_transfer on provider_credits (transfer_id)
where transfer_id is not null;
