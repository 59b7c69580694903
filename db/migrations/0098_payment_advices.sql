-- What a business sends to those it paid: by e-mail, or as a link that needs no sign-in.
-- squawk-ignore-file require-concurrent-index-creation
create table payment_advice_settings (
  tenant_id uuid primary key references people,
  is_on boolean not null,
  changed_at timestamptz not null
);

create table payment_advices (
  id uuid primary key,
  payout_id uuid not null references payouts,
  tenant_id uuid not null references people,
  -- `planned` until the payout is paid; `dropped` if it never was, or if advices were turned off.
  state text not null check (state in ('planned', 'active', 'revoked', 'dropped')),
  -- The receiver of the e-mail; null for a link that a person copied.
  email text,
  -- Only the hash of the link's random token.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  -- Null if it was planned with the payout.
  created_by uuid references people,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_by uuid references people,
  revoked_at timestamptz,
  -- The e-mail, which is deleted before this row.
  message_id uuid,
  -- How much had come back when the receiver was last written to.
  returned_paise bigint not null default 0 check (returned_paise >= 0),
  check ((state in ('active', 'revoked')) = (token_hash is not null)),
  check ((token_hash is null) = (expires_at is null)),
  check ((state = 'revoked') = (revoked_at is not null)),
  check (state <> 'planned' or email is not null)
);

create index payment_advices_of_payout on payment_advices (payout_id);

alter table payout_batches add column sends_advices boolean not null default false;

-- The posting up to which payouts are compared with their advices.
create table payment_advice_head (
  is_only boolean primary key default true check (is_only),
  up_to uuid not null
);

insert into payment_advice_head (up_to) select up_to from ledger_seal_head;
