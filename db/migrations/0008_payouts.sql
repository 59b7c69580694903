-- Payouts, from their acceptance to their outcome.

create table payouts (
  -- Decided when the code is verified, so that an authorisation can make one payout only.
  id uuid primary key,
  tenant_id uuid not null,
  reference_id text not null unique check (reference_id ~ '^[A-Z0-9]{1,20}$'),
  method text not null check (method in ('upi', 'imps')),
  beneficiary_name text not null,
  beneficiary_email text,
  beneficiary_phone text,
  beneficiary_address text,
  ifsc_code text,
  bank_name text,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  remarks text,
  status text not null default 'pending',
  failure_reason text,
  utr_number text,
  provider text not null check (provider in ('primary', 'alternative')),
  provider_reference text,
  -- The provider's last status; it distinguishes a reversal after success from a failure.
  provider_state text check (provider_state in ('processing', 'success', 'failed', 'reversed')),
  -- When a worker should next act; null when there is nothing left to do.
  due_at timestamptz,
  attempts integer not null default 0,
  idempotency_key text,
  order_digest bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  -- Which adapter a payout was handed to: written when it is leased for the first time, because the
  -- adapter behind a rail is a setting.
  adapter text,
  -- What a provider says of a payout beyond what we make of it: its own word for the state, for its
  -- support desk, and what it takes from us for the transfer.
  provider_raw_state text,
  provider_fee_paise bigint,
  provider_tax_paise bigint,
  destination_encrypted bytea not null,
  destination_hash bytea not null,
  -- The last four digits of an account number, or a UPI id from its @ on.
  destination_end text not null,
  -- A payout whose outcome is open: since when a provider may have it, since when it has given no
  -- clear answer, and since when a proposed outcome blocks sending.
  handed_at timestamptz,
  unknown_since timestamptz,
  send_blocked_at timestamptz,
  -- When the bank returned it, so that the row alone says the payout's outcome.
  returned_at timestamptz,
  -- How often the provider was asked and the lease then ended: the pause until the next status check
  -- grows with it. `attempts` counts every lease, also that of a worker that was killed.
  status_checks integer not null default 0,
  -- What a payout is for, from a list.
  purpose text check (purpose in ('vendor_bill', 'salary', 'refund', 'utility', 'other')),
  withheld_at timestamptz,
  -- What partial returns brought back of the amount, and when the fee and GST came back with one.
  returned_paise bigint not null default 0,
  charges_returned_at timestamptz,
  -- A withdrawal is a payout without fee to one of the tenant's approved accounts.
  payout_kind text not null default 'payout',
  bank_account_id uuid,
  closing_id uuid,
  -- Who confirmed the payout, and who requested the file; null for the founder of the business.
  initiated_by uuid references people,
  constraint payouts_ifsc check ((method = 'imps') = (ifsc_code is not null)),
  -- A payout that no provider has can be cancelled: its total returns to the wallet.
  check (status in ('pending', 'processing', 'success', 'failed', 'cancelled')),
  -- Nothing was sent and nothing will be.
  constraint payouts_cancelled_check check (
    status <> 'cancelled'
    or (adapter is null and handed_at is null and provider_state is null and due_at is null and utr_number is null)
  ),
  constraint payouts_returned_check check (returned_paise >= 0 and returned_paise <= amount_paise),
  constraint payouts_payout_kind_check check (
    payout_kind in ('payout', 'withdrawal')
    and (payout_kind = 'withdrawal') = (bank_account_id is not null)
    and (payout_kind = 'payout' or (fee_paise = 0 and gst_paise = 0))
    and (closing_id is null or payout_kind = 'withdrawal')
  )
) with (fillfactor = 45);
create unique index payouts_idempotency on payouts (tenant_id, idempotency_key)
where idempotency_key is not null;
create index payouts_newest on payouts (tenant_id, created_at desc, id desc);
create index payouts_age on payouts using brin (created_at)
with (autosummarize = on, pages_per_range = 32);

-- Without a condition on the status: leasing and settling a payout change no index of it.
create index payouts_paid_to_all on payouts (tenant_id, destination_hash);
create index payouts_withdrawals on payouts (tenant_id) where payout_kind = 'withdrawal';

-- Two narrow tables instead of indexes by status and due time, with which each change of a payout would
-- write an entry in every index. Triggers keep them in the statement that changes the payouts.
--
-- Open payouts: the queue of the workers, and the list of each tenant. Those without a due time wait
-- behind all others.
create table payout_queue (
  tenant_id uuid not null,
  payout_id uuid not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  provider text not null,
  status text not null,
  -- A provider may have it, and has not said what became of it.
  is_unclear boolean not null,
  primary key (tenant_id, created_at, payout_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index payout_queue_due on payout_queue (provider, status, due_at);
create index payout_queue_unclear on payout_queue (tenant_id) where is_unclear;

-- Payouts with an outcome, for the histories by status and the checks after it.
create table finished_payouts (
  tenant_id uuid not null,
  payout_id uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  status text not null,
  adapter text,
  primary key (tenant_id, status, created_at, payout_id)
);
create index finished_payouts_paid on finished_payouts (adapter, finished_at, payout_id)
where status = 'success';

-- What happened to a payout after it was asked for, for its timeline.
create table payout_events (
  payout_id uuid not null,
  at timestamptz not null,
  event text not null,
  detail text,
  tenant_id uuid not null
);
create index payout_events_of_payout on payout_events (payout_id, at);

-- Which payouts were handed over on a day. The lines are written in the order of their time.
create index payout_events_age on payout_events using brin (at) with (pages_per_range = 32);

-- Money that came back after success: a credit of its own in the wallet's history.
create table payout_reversals (
  payout_id uuid not null references payouts,
  tenant_id uuid not null references tenants,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  created_at timestamptz not null,
  id uuid primary key default gen_random_uuid(),
  -- A part of the amount; the whole rest, with the charges, is a return that is not partial.
  is_partial boolean not null default false,
  -- The fee and GST within `amount_paise`; of a partial return only.
  fee_paise bigint not null default 0 check (fee_paise >= 0),
  gst_paise bigint not null default 0 check (gst_paise >= 0),
  adapter text,
  -- The provider's reference of the return. A second one with it is a repeat.
  return_reference text,
  -- Its reference of the record that a super admin read, where theirs is another one.
  record_reference text,
  -- The charge that the provider's record still names at the return: the provider kept it.
  provider_fee_paise bigint check (provider_fee_paise > 0),
  provider_tax_paise bigint check (provider_tax_paise >= 0),
  -- The super admins who recorded it; null when the provider's own record was applied.
  recorded_by uuid references people,
  confirmed_by uuid references people,
  constraint payout_reversals_partial check (
    is_partial = (return_reference is not null)
    and is_partial = (adapter is not null)
    and amount_paise > (fee_paise + gst_paise)
    and (is_partial or (fee_paise = 0 and gst_paise = 0))
  ),
  constraint payout_reversals_two_people check (
    confirmed_by is null
    or confirmed_by <> recorded_by
  )
);
create index payout_reversals_newest on payout_reversals (tenant_id, created_at desc);
create unique index payout_reversals_whole on payout_reversals (payout_id) where not is_partial;
create index payout_reversals_of_payout on payout_reversals (payout_id);
create index payout_reversals_of_record on payout_reversals (adapter, record_reference)
where record_reference is not null;
create unique index payout_reversals_once on payout_reversals (adapter, return_reference)
where is_partial;

-- Outcomes that people decide because no provider says: proposed by one, confirmed by another,
-- each with a code of their own. Nothing here is ever deleted.
create table payout_decisions (
  id uuid primary key,
  payout_id uuid not null references payouts,
  outcome text not null check (outcome in ('paid', 'failed')),
  utr text,
  -- The tenant reads the reason, and only super admins the evidence.
  reason text not null,
  evidence text not null,
  -- What the provider had said by then, as evidence.
  provider_said text not null,
  state text not null default 'proposed'
    check (state in ('proposed', 'confirmed', 'withdrawn', 'overtaken')),
  proposed_by uuid not null references people,
  proposed_at timestamptz not null,
  closed_by uuid references people,
  closed_at timestamptz,
  tenant_id uuid not null,
  check ((outcome = 'paid') = (utr is not null)),
  check ((state = 'proposed') = (closed_at is null)),
  check (state <> 'confirmed' or (closed_by is not null and closed_by <> proposed_by))
);
create unique index payout_decisions_open on payout_decisions (payout_id) where state = 'proposed';
create index payout_decisions_of_payout on payout_decisions (payout_id, proposed_at);

-- Refused payouts by their idempotency key, while an authorisation can live: a first
-- request that arrives after its repeat was refused gets the same refusal.
create table refused_payout_keys (
  tenant_id uuid not null references tenants,
  key text not null,
  order_digest bytea not null,
  status smallint not null,
  code text not null,
  message text not null,
  refused_until timestamptz not null,
  primary key (tenant_id, key)
);
create index refused_payout_keys_age on refused_payout_keys (refused_until);

-- The wrong payout codes of a person within the last hour, over all codes, and the lock that
-- follows.
create table payout_code_guesses (
  person_id uuid primary key references people,
  wrong_at timestamptz[] not null default '{}',
  locked_until timestamptz
);

create table late_check_cursors (
  adapter text not null,
  days integer not null check (days > 0),
  finished_at timestamptz not null,
  payout_id uuid not null,
  primary key (adapter, days)
);

-- Single payouts about which the provider gave no clear answer; asked again in later runs.
create table late_check_retries (
  payout_id uuid primary key references payouts,
  tenant_id uuid not null references tenants,
  adapter text not null,
  tries integer not null check (tries > 0),
  requested_at timestamptz not null
);
create index late_check_retries_of_adapter on late_check_retries (adapter, requested_at);

-- The newest run of each adapter.
create table late_check_runs (
  adapter text primary key,
  started_at timestamptz not null,
  -- Null while it runs.
  finished_at timestamptz,
  -- The worker that runs it, until when; afterwards another one continues it.
  lease uuid not null,
  leased_until timestamptz not null,
  calls_count integer not null default 0,
  checked_count integer not null default 0,
  found_count integer not null default 0,
  unanswered_count integer not null default 0,
  left_count integer not null default 0,
  problem text
);

-- What a business sends to those it paid: by e-mail, or as a link that needs no sign-in.
create table payment_advice_settings (
  tenant_id uuid primary key references tenants,
  is_on boolean not null,
  changed_at timestamptz not null
);

create table payment_advices (
  id uuid primary key,
  payout_id uuid not null references payouts,
  tenant_id uuid not null references tenants,
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

-- The posting up to which payouts are compared with their advices.
create table payment_advice_head (
  is_only boolean primary key default true check (is_only),
  up_to uuid not null
);

insert into payment_advice_head (up_to) values ('00000000-0000-0000-0000-000000000000');
