-- Approval policies of tenants, the payment requests that they ask for, and who approved what.
create table approval_policies (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  version integer not null check (version > 0),
  -- Amounts are paise. A row's bands never change: requests keep the version that they had.
  bands jsonb not null,
  reason text not null,
  state text not null
    check (state in ('proposed', 'in_force', 'replaced', 'rejected', 'withdrawn')),
  proposed_by uuid not null references people,
  proposed_at timestamptz not null,
  -- The second owner, or who rejected it; null where one owner decides alone.
  decided_by uuid references people,
  decided_at timestamptz,
  in_force_from timestamptz,
  replaced_at timestamptz,
  -- How much an account can be paid within its first hours: part of a version of the approval policy.
  -- Null: new accounts are paid like others.
  cooling_above_paise bigint,
  cooling_hours integer,
  -- Whether the bands compare a payment together with those to the same account on the day in India.
  counts_day boolean not null default false,
  check (decided_by <> proposed_by or state = 'withdrawn'),
  unique (tenant_id, version),
  constraint approval_policies_cooling check (
    (cooling_above_paise is null) = (cooling_hours is null)
    and cooling_above_paise > 0
    and (cooling_hours >= 1 and cooling_hours <= 720)
  )
);
create unique index approval_policies_in_force on approval_policies (tenant_id)
where state = 'in_force';
create unique index approval_policies_proposed on approval_policies (tenant_id)
where state = 'proposed';

-- By which version and band each payout was sent, of tenants with a policy. Append-only.
create table payout_policies (
  payout_id uuid primary key references payouts,
  tenant_id uuid not null references tenants,
  policy_id uuid not null references approval_policies,
  band integer not null,
  source text not null check (source in ('console', 'api', 'bulk', 'schedule')),
  is_new_beneficiary boolean not null,
  -- What the band compared: the amount, and what counts together with it.
  counted_paise bigint not null check (counted_paise > 0)
);

-- Money that payment requests hold from their submission, where the business wants that.
create table payment_request_settings (
  tenant_id uuid primary key references tenants,
  holds_at_submission boolean not null,
  changed_at timestamptz not null
);

create table payment_requests (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  maker_id uuid not null references people,
  source text not null check (source in ('console', 'api', 'bulk', 'schedule')),
  state text not null
    check (state in ('draft', 'awaiting_approval', 'approved', 'rejected', 'withdrawn', 'expired')),
  revision integer not null check (revision > 0),
  -- SHA-256 over the canonical JSON of everything that will be sent.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- The order as JSON, and a random value: without it, account numbers could be guessed from the hash.
  order_encrypted bytea not null,
  method text not null check (method in ('upi', 'imps')),
  beneficiary_name text not null,
  destination_hash bytea not null,
  -- The first four letters of the IFSC, empty for a UPI ID.
  bank text not null check (length(bank) <= 4),
  is_new_beneficiary boolean not null,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  -- The frozen policy; null for a draft, and without a policy, where any one approver is asked.
  policy_id uuid references approval_policies,
  band integer,
  -- What the band compared; null without a policy.
  counted_paise bigint,
  steps jsonb not null,
  -- The step that waits, from 0, and since when.
  step integer not null default 0,
  waits_since timestamptz,
  reminded_at timestamptz,
  stuck_since timestamptz,
  created_at timestamptz not null,
  submitted_at timestamptz,
  expires_at timestamptz not null,
  -- Why an approved request is not sent.
  blocked_code text,
  blocked_message text,
  blocked_at timestamptz,
  closed_by uuid references people,
  closed_at timestamptz,
  closing_reason text,
  payout_id uuid unique,
  -- The saved way that it pays: the request is withdrawn when that way ends.
  destination_id uuid references payout_destinations,
  check ((policy_id is null) = (band is null)),
  check ((policy_id is null) = (counted_paise is null) and counted_paise > 0),
  check (payout_id is null or state = 'approved')
);
create index payment_requests_newest on payment_requests (tenant_id, id desc);
create index payment_requests_waiting on payment_requests (tenant_id, id)
where state = 'awaiting_approval';
create index payment_requests_to_account on payment_requests (tenant_id, destination_hash)
where state in ('awaiting_approval', 'approved') and payout_id is null;
create index payment_requests_open on payment_requests (expires_at)
where state in ('draft', 'awaiting_approval', 'approved') and payout_id is null;
create index payment_requests_of_destination on payment_requests (destination_id)
where destination_id is not null
  and state in ('draft', 'awaiting_approval', 'approved')
  and payout_id is null;

-- Append-only. One for each person and revision, whatever the step.
create table request_approvals (
  request_id uuid not null references payment_requests,
  revision integer not null,
  person_id uuid not null references people,
  tenant_id uuid not null references tenants,
  step integer not null check (step >= 0),
  -- What the person signed.
  content_hash bytea not null,
  amount_paise bigint not null,
  -- The roles that the person had then.
  roles text[] not null,
  given_at timestamptz not null,
  -- Whose approval a deputy gave, and the roles of that person then; null: the person's own.
  in_place_of uuid references people,
  place_roles text[],
  primary key (request_id, revision, person_id),
  constraint request_approvals_place check (
    in_place_of <> person_id
    and (in_place_of is null) = (place_roles is null)
  )
);
create index request_approvals_of_person on request_approvals (tenant_id, person_id, given_at);

-- A person and the deputies give one approval together.
create unique index request_approvals_of_place on request_approvals (
  request_id, revision, coalesce(in_place_of, person_id)
);

-- What deputies used of a person's daily limit.
create index request_approvals_in_place on request_approvals (tenant_id, in_place_of, given_at)
where in_place_of is not null;

-- The timeline. Append-only; the ids are in the order of what happened, also within a millisecond.
create table request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references payment_requests,
  tenant_id uuid not null references tenants,
  at timestamptz not null,
  event text not null
    check (
      event in (
        'created', 'submitted', 'edited', 'approved', 'returned', 'sent', 'blocked', 'rejected',
        'withdrawn', 'expired'
      )
    ),
  revision integer not null,
  person_id uuid references people,
  detail text
);
create index request_events_of_request on request_events (request_id, id);

create table request_holds (
  -- The subject of its postings.
  id uuid primary key,
  tenant_id uuid not null references tenants,
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
create unique index request_holds_open on request_holds (request_id) where released_at is null;
create index request_holds_of_wallet on request_holds (tenant_id, held_at, id)
where released_at is null;
create index request_holds_ended on request_holds (tenant_id, released_at)
where released_at is not null;
