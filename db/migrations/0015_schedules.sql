-- Payouts on due days: each version of a schedule is signed, and each due day is decided once.
create table payout_schedules (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  -- The first version; with the due day, it is the key of each run's payout.
  series_id uuid not null references payout_schedules,
  version integer not null check (version > 0),
  maker_id uuid not null references people,
  state text not null check (state in ('draft', 'awaiting_approval', 'active', 'paused', 'ended')),
  created_at timestamptz not null,
  -- What a signature or an approval agrees to.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- The order and a random value, as JSON.
  order_encrypted bytea not null,
  destination_id uuid not null references payout_destinations,
  beneficiary_name text not null,
  method text not null check (method in ('upi', 'imps')),
  destination_hash bytea not null,
  amount_paise bigint not null check (amount_paise > 0),
  fee_paise bigint not null check (fee_paise >= 0),
  gst_paise bigint not null check (gst_paise >= 0),
  rule jsonb not null,
  -- The frozen steps of the policy; null for a draft, and for one that its owner signed alone.
  policy_id uuid references approval_policies,
  steps jsonb,
  submitted_at timestamptz,
  returned_by uuid references people,
  returned_reason text,
  returned_at timestamptz,
  started_at timestamptz,
  started_by uuid references people,
  -- The last day of the rule that is decided, and the due day that it became.
  decided_rule_day date,
  decided_due_on date,
  -- What comes next; null once nothing does.
  next_rule_day date,
  next_due_on date,
  next_due_at timestamptz,
  next_is_known boolean,
  -- The lists of bank holidays by which the next day was computed.
  calendar text,
  pause_code text,
  pause_message text,
  paused_at timestamptz,
  end_kind text check (end_kind in ('finished', 'stopped', 'replaced', 'discarded')),
  end_reason text,
  ended_at timestamptz,
  waits_since timestamptz,
  reminded_at timestamptz,
  stuck_since timestamptz,
  check ((state = 'paused') = (paused_at is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (end_kind is not null)),
  check (state not in ('active', 'paused') or (started_by is not null and next_due_at is not null)),
  check ((next_due_at is null) = (next_due_on is null)),
  check ((next_due_at is null) = (next_rule_day is null)),
  unique (series_id, version)
);
create index payout_schedules_due on payout_schedules (next_due_at) where state = 'active';
create index payout_schedules_of_tenant on payout_schedules (tenant_id, id desc);
create index payout_schedules_of_destination on payout_schedules (destination_id)
where state <> 'ended';

-- One version pays, and at most one change of it is proposed.
create unique index payout_schedules_running on payout_schedules (series_id)
where state in ('active', 'paused');
create unique index payout_schedules_proposed on payout_schedules (series_id)
where state in ('draft', 'awaiting_approval');
create index payout_schedules_awaiting on payout_schedules (submitted_at)
where state = 'awaiting_approval';

-- Append-only. One for each person and content.
create table schedule_approvals (
  schedule_id uuid not null references payout_schedules,
  content_hash bytea not null,
  person_id uuid not null references people,
  tenant_id uuid not null references tenants,
  step integer not null check (step >= 0),
  amount_paise bigint not null,
  -- The roles that the person had then.
  roles text[] not null,
  given_at timestamptz not null,
  -- Whose approval a deputy gave, and the roles of that person then; null: the person's own.
  in_place_of uuid references people,
  place_roles text[],
  primary key (schedule_id, content_hash, person_id),
  constraint schedule_approvals_place check (
    in_place_of <> person_id
    and (in_place_of is null) = (place_roles is null)
  )
);
create index schedule_approvals_of_person on schedule_approvals (tenant_id, person_id, given_at);
create unique index schedule_approvals_of_place on schedule_approvals (
  schedule_id, content_hash, coalesce(in_place_of, person_id)
);
create index schedule_approvals_in_place on schedule_approvals (tenant_id, in_place_of, given_at)
where in_place_of is not null;

create table schedule_runs (
  series_id uuid not null references payout_schedules,
  -- At most one run for a due day, and one for a day of the rule, whatever lists of holidays say.
  due_on date not null,
  rule_day date not null,
  schedule_id uuid not null references payout_schedules,
  tenant_id uuid not null references tenants,
  due_at timestamptz not null,
  state text not null check (state in ('created', 'failed', 'missed', 'skipped')),
  code text,
  reason text,
  decided_at timestamptz not null,
  -- Null for the product.
  decided_by uuid references people,
  payout_id uuid unique,
  check ((state = 'created') = (payout_id is not null)),
  check ((state = 'created') = (reason is null)),
  primary key (series_id, due_on),
  unique (series_id, rule_day)
);
create index schedule_runs_open on schedule_runs (tenant_id, due_at)
where state in ('failed', 'missed');
