-- The columns that a person chose for a header, for the next file with it.
create table batch_columns (
  tenant_id uuid not null references tenants,
  header_hash bytea not null,
  columns jsonb not null,
  changed_at timestamptz not null,
  primary key (tenant_id, header_hash)
);

-- Files of payouts: checked and corrected as a draft, signed once, then run as ordinary payouts.
create table payout_batches (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  maker_id uuid not null references people,
  file_name text not null check (length(file_name) >= 1 and length(file_name) <= 250),
  -- SHA-256 of the file; of a retry, of its parent.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  columns jsonb not null,
  -- The batch whose failed rows it retries, and the ended one of the same file that it repeats.
  parent_id uuid references payout_batches,
  repeat_of uuid references payout_batches,
  state text not null
    check (state in ('draft', 'awaiting_approval', 'running', 'paused', 'finished', 'cancelled')),
  -- Increases with each change of its rows.
  revision integer not null default 1,
  -- A digest of all that will be paid; null while a row is wrong or none is left.
  content_hash bytea check (octet_length(content_hash) = 32),
  funding text not null default 'whole' check (funding in ('whole', 'in_order')),
  created_at timestamptz not null,
  started_at timestamptz,
  started_by uuid references people,
  ended_at timestamptz,
  cancel_reason text,
  -- Who uploaded, corrected or submitted it: none of them approves it.
  prepared_by uuid[] not null,
  -- The frozen steps of the policy; null for a draft, and for a batch that one person ran.
  policy_id uuid references approval_policies,
  steps jsonb,
  submitted_at timestamptz,
  -- Who sent it back to be corrected.
  returned_by uuid references people,
  returned_reason text,
  returned_at timestamptz,
  -- Why it creates no payouts now.
  pause_code text,
  pause_message text,
  paused_at timestamptz,
  -- A batch that is paid in order takes one place in the queue for all rows that wait.
  funds_place bigint,
  sends_advices boolean not null default false,
  -- Since when the current step waits, and when people were reminded of it.
  waits_since timestamptz,
  reminded_at timestamptz,
  -- Since when nobody can approve it.
  stuck_since timestamptz,
  -- The key of the program that made a batch; null for a person's.
  api_key_id uuid,
  -- `due`: unchecked accounts keep the batch from being paid. `optional`: they don't, in batches of
  -- programs and schedules. `stopped`: they don't, because the checks of this hour are used up.
  account_checks text not null default 'optional'
    check (account_checks in ('optional', 'due', 'running', 'stopped')),
  account_checks_job uuid,
  account_checks_reason text,
  check ((state = 'paused') = (paused_at is not null)),
  check ((ended_at is not null) = (state in ('finished', 'cancelled'))),
  check (state not in ('running', 'paused', 'finished') or started_at is not null),
  constraint payout_batches_stopped_checks check (
    (account_checks = 'stopped')
    = (account_checks_reason is not null)
  )
);
create index payout_batches_newest on payout_batches (tenant_id, id desc);
create index payout_batches_open on payout_batches (id) where state in ('running', 'paused');

-- One batch for one file, in two tabs or by two people. A draft that was cancelled paid nothing.
create unique index payout_batches_of_file on payout_batches (
  tenant_id, file_hash, coalesce(repeat_of, '00000000-0000-0000-0000-000000000000')
)
where state <> 'cancelled' or started_at is not null;
create index payout_batches_waiting on payout_batches (tenant_id) where funds_place is not null;
create index payout_batches_awaiting on payout_batches (submitted_at)
where state = 'awaiting_approval';

create table batch_rows (
  id uuid primary key,
  batch_id uuid not null references payout_batches,
  tenant_id uuid not null references tenants,
  -- The line in the file.
  number integer not null check (number > 0),
  state text not null
    check (state in ('ready', 'wrong', 'removed', 'created', 'refused', 'cancelled')),
  -- The cells and, unless it is wrong, the order, as JSON.
  content_encrypted bytea not null,
  -- Of the order, its charges and its place in the batch; null for a wrong row, as what follows.
  digest bytea check (octet_length(digest) = 32),
  method text check (method in ('upi', 'imps')),
  destination_hash bytea,
  destination_id uuid references payout_destinations,
  amount_paise bigint check (amount_paise > 0),
  fee_paise bigint check (fee_paise >= 0),
  gst_paise bigint check (gst_paise >= 0),
  method_reason text,
  problem text,
  problem_fields jsonb not null default '[]',
  repairs jsonb not null default '[]',
  warnings jsonb not null default '[]',
  payout_id uuid unique references payouts,
  -- Why no payout was created for it.
  refusal text,
  -- The first four letters of the IFSC, empty for a UPI ID: the same digits at another bank are another
  -- account.
  bank text check (length(bank) <= 4),
  -- The accounts of new payees in a batch are checked with their banks before it is submitted or paid.
  -- Null for a known payee and a wrong row.
  account_check text
    check (account_check in ('unchecked', 'match', 'partial', 'different', 'unknown')),
  -- The blind index of the payee's name, without case and punctuation: finds one name with two accounts.
  payee_hash bytea,
  -- Who pays under the entered name although the bank has another one.
  name_confirmed_by uuid references people,
  name_confirmed_at timestamptz,
  check ((problem is not null) = (digest is null)),
  check ((state = 'created') = (payout_id is not null)),
  check (state <> 'wrong' or problem is not null),
  check (state not in ('ready', 'created', 'refused') or problem is null),
  unique (batch_id, number),
  constraint batch_rows_confirmed check ((name_confirmed_by is null) = (name_confirmed_at is null)),
  -- No row is paid under a name that nobody confirmed.
  constraint batch_rows_paid_name check (
    state <> 'created'
    or account_check is distinct from 'different'
    or name_confirmed_by is not null
  )
);
create index batch_rows_in_state on batch_rows (batch_id, state, number);

-- Finds rows that repeat an earlier one.
create index batch_rows_of_account on batch_rows (batch_id, destination_hash, amount_paise, number);
create index batch_rows_of_destination on batch_rows (destination_id)
where destination_id is not null;

-- Append-only. One for each person and revision.
create table batch_approvals (
  batch_id uuid not null references payout_batches,
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
  in_place_of uuid references people,
  place_roles text[],
  primary key (batch_id, revision, person_id),
  constraint batch_approvals_place check (
    in_place_of <> person_id
    and (in_place_of is null) = (place_roles is null)
  )
);
create index batch_approvals_of_person on batch_approvals (tenant_id, person_id, given_at);
create unique index batch_approvals_of_place on batch_approvals (
  batch_id, revision, coalesce(in_place_of, person_id)
);
create index batch_approvals_in_place on batch_approvals (tenant_id, in_place_of, given_at)
where in_place_of is not null;

-- Batches that come again: on each due day, a draft of the same rows is prepared once.
create table batch_schedules (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  -- Whose rows each batch has.
  batch_id uuid not null references payout_batches,
  -- In whose name the batches are prepared.
  maker_id uuid not null references people,
  state text not null check (state in ('active', 'paused', 'ended')),
  rule jsonb not null,
  created_at timestamptz not null,
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
  pause_message text,
  paused_at timestamptz,
  end_reason text,
  ended_at timestamptz,
  check ((state = 'paused') = (paused_at is not null)),
  check ((paused_at is null) = (pause_message is null)),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (next_due_at is null)),
  check ((next_due_at is null) = (next_due_on is null)),
  check ((next_due_at is null) = (next_rule_day is null))
);
create index batch_schedules_due on batch_schedules (next_due_at) where state = 'active';
create index batch_schedules_of_tenant on batch_schedules (tenant_id, id desc);

create table batch_schedule_runs (
  schedule_id uuid not null references batch_schedules,
  -- At most one run for a due day, and one for a day of the rule, whatever lists of holidays say.
  due_on date not null,
  rule_day date not null,
  tenant_id uuid not null references tenants,
  state text not null check (state in ('prepared', 'failed', 'skipped')),
  reason text,
  decided_at timestamptz not null,
  -- Null for the product.
  decided_by uuid references people,
  batch_id uuid unique references payout_batches,
  check ((state = 'prepared') = (batch_id is not null)),
  check ((state = 'prepared') = (reason is null)),
  primary key (schedule_id, due_on),
  unique (schedule_id, rule_day)
);
