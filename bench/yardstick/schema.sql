-- The yardstick's tables: the least that a payout must leave behind. Frozen, so that figures of
-- different versions of Rokad compare: a test holds this text.
create table wallets (
  id integer primary key,
  available bigint not null check (available >= 0),
  held bigint not null check (held >= 0)
) with (fillfactor = 50);

create table payouts (
  id uuid primary key,
  wallet integer not null references wallets,
  reference text not null unique,
  method text not null,
  beneficiary text not null,
  email text,
  phone text,
  address text,
  account text not null,
  ifsc text,
  amount bigint not null,
  fee bigint not null,
  gst bigint not null,
  status text not null default 'pending',
  key text not null,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  unique (wallet, key)
);
create index on payouts (wallet, created_at);
create index on payouts (due_at) where due_at is not null;

create table postings (
  id uuid primary key,
  kind text not null,
  payout uuid not null,
  posted_at timestamptz not null default now()
);

create table entries (
  posting uuid not null references postings,
  line integer not null,
  account text not null,
  wallet integer,
  amount bigint not null,
  balance bigint,
  primary key (posting, line)
);
create index on entries (wallet, posting);

create table events (
  payout uuid not null references payouts,
  kind text not null,
  happened_at timestamptz not null default now()
);
create index on events (payout);

insert into wallets select id, 1000000000000, 0 from generate_series(1, 10000) as id;
analyze;
