-- What super admins set at run time, and the changes that two of them decide.

-- Settings that a super admin changes at run time; the server holds the rule of each.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid references people,
  -- Instead of `value`, where it may not be read in the database.
  value_encrypted bytea
);

-- Every change of a setting for ever: who, when, and from what to what, so that an earlier value
-- can be restored. The audit log says the same without whole account numbers.
create table settings_history (
  id uuid primary key,
  key text not null,
  before jsonb not null,
  after jsonb not null,
  -- It went back to the default, which `after` was at that time.
  to_default boolean not null,
  changed_at timestamptz not null,
  -- Nobody, for the command line.
  changed_by uuid references people,
  before_encrypted bytea,
  after_encrypted bytea,
  -- The second super admin; nobody, where one was enough.
  confirmed_by uuid references people
);
create index settings_history_newest on settings_history (key, changed_at desc, id desc);

-- The letter that this installation writes into its references. One row, written by the first start.
create table installation_cell (
  is_only boolean primary key default true check (is_only),
  cell text not null check (cell ~ '^[A-Z]$'),
  since timestamptz not null
);

-- One row, written by the first start. `clearing` while play money is taken out.
create table installation_environment (
  is_only boolean primary key default true check (is_only),
  environment text not null check (environment in ('sandbox', 'clearing', 'real')),
  since timestamptz not null
);

create table data_keys (
  id integer primary key check (id > 0),
  purpose text not null check (purpose in ('lookup', 'encrypt')),
  wrapped bytea not null,
  -- The name of the encryption key that locks it.
  wrapped_with text not null,
  made_at timestamptz not null,
  -- Some seconds after it was made: until then every process has read it.
  use_from timestamptz not null,
  -- No value is encrypted under it any more. The key stays, in case one was overlooked.
  retired_at timestamptz
);

-- The hashes of one key can't be compared with those of another.
create unique index data_keys_lookup on data_keys (purpose) where purpose = 'lookup';

-- Credentials of providers and SMS gateways that a super admin has set. One that the environment
-- has counts instead.
create table credentials (
  name text primary key,
  value_encrypted bytea not null,
  -- The last characters, where it is long enough to be recognised by them.
  value_end text,
  set_at timestamptz not null,
  set_by uuid not null references people
);

-- Changes that one super admin proposes and another confirms, each with a code bound to the digest.
create table proposals (
  id uuid primary key,
  kind text not null check (kind in ('settings', 'credential', 'receiving_account')),
  -- What it changes, for lists and notifications, without values.
  title text not null,
  -- Each value before and after, as people see it. Encrypted, because some are account numbers.
  changes_encrypted bytea not null,
  -- What the confirmation applies. Erased when the proposal closes, because it may be a secret.
  content_encrypted bytea,
  digest bytea not null,
  reason text not null,
  state text not null default 'waiting'
    check (
      state in (
        'waiting', 'scheduled', 'confirmed', 'applied', 'rejected', 'withdrawn', 'void', 'expired'
      )
    ),
  proposed_by uuid not null references people,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  closed_by uuid references people,
  closed_at timestamptz,
  closing_reason text,
  -- A change of a control that nobody else can confirm takes effect after a waiting time, and one that
  -- tenants must hear of first after their notice. Null while it waits for a second person.
  takes_effect_at timestamptz,
  -- Accounts created later can't confirm it; null while there is no money to protect.
  confirmers_before timestamptz,
  -- The second person of a change that tenants hear of first.
  confirmed_by uuid references people,
  confirmed_at timestamptz,
  check (
    state not in ('confirmed', 'rejected')
    or (closed_by is not null and closed_by <> proposed_by)
  ),
  check (state <> 'withdrawn' or closed_by = proposed_by),
  check (state <> 'rejected' or closing_reason is not null),
  -- Open proposals have content, and closed ones have a time.
  constraint proposals_open_until_closed check (
    (state in ('waiting', 'scheduled'))
    = (closed_at is null)
  ),
  constraint proposals_content_while_open check (
    (state in ('waiting', 'scheduled'))
    = (content_encrypted is not null)
  ),
  constraint proposals_scheduled_for_a_time check (
    state not in ('scheduled', 'applied')
    or takes_effect_at is not null
  ),
  constraint proposals_confirmed_by_another check (confirmed_by <> proposed_by)
);
create index proposals_newest on proposals (proposed_at desc, id desc);

-- What each proposal changes, such as a setting's key. One proposal at most waits for each.
create table proposal_subjects (
  proposal_id uuid not null references proposals,
  kind text not null,
  subject text not null,
  is_waiting boolean not null default true,
  primary key (proposal_id, subject)
);
create unique index proposal_subjects_waiting on proposal_subjects (kind, subject) where is_waiting;
