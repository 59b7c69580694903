-- Refused payouts by their idempotency key, for as long as an authorisation can live: a first
-- request that arrives after its repeat was refused gets the same refusal.
create table refused_payout_keys (
  person_id uuid not null references people,
  key text not null,
  order_digest bytea not null,
  status smallint not null,
  code text not null,
  message text not null,
  refused_until timestamptz not null,
  primary key (person_id, key)
);
create index refused_payout_keys_age on refused_payout_keys (refused_until);
