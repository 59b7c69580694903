-- One row for each thing that happened to a tenant and that they should hear of. It names what
-- it is about and no more: the sentence is made of the payout, deposit or bank account when it
-- is read, so that the settling of payouts writes as little as possible.
create table notifications (
  person_id uuid not null references people,
  -- UUIDv7, so that a person's notifications lie in the order in which they happened.
  id uuid not null,
  kind text not null,
  -- Written in the transaction of the one change of state that it tells of, so once.
  subject_id uuid,
  read_at timestamptz,
  created_at timestamptz not null,
  -- A provider has no row of its own, and what was changed has a name rather than an id.
  detail text,
  -- The amount that it is about, where it is not that of a payout or deposit.
  amount_paise bigint,
  primary key (person_id, id),
  check (
    kind in (
      'payout_cancelled', 'payouts_cancelled', 'bank_account_revoked', 'payout_settled',
      'payout_failed', 'payout_reversed', 'payout_partly_returned', 'account_closing',
      'closing_blocked', 'payouts_locked', 'deposit_approved', 'deposit_rejected',
      'bank_account_approved', 'bank_account_rejected', 'deposit_requested',
      'deposit_needs_second', 'bank_account_requested', 'payout_stuck', 'payout_contradicted',
      'provider_paused', 'provider_resumed', 'provider_failing', 'books_faulty', 'report_ready',
      'setting_changed', 'account_viewed', 'deposit_credited', 'virtual_account_opened',
      'money_in_suspense', 'reconciliation_differs', 'reconciliation_failed', 'export_ready',
      'export_failed', 'statement_contradicts', 'wallet_adjusted', 'receivable_paid',
      'adjustment_proposed', 'credit_charged_back', 'proposal_waiting', 'proposal_closed',
      'provider_balance_low', 'codes_guessed', 'signed_in_new_device', 'session_stolen',
      'passkey_added', 'passkey_removed', 'passkey_copied', 'email_changed', 'texts_limited',
      'team_changed', 'change_scheduled', 'receiving_account_changes', 'request_waiting',
      'request_reminder', 'request_stuck', 'request_approved', 'request_rejected',
      'request_returned', 'request_expired', 'request_withdrawn', 'policy_waiting',
      'policy_changed', 'batch_finished', 'batch_paused', 'batch_waiting', 'batch_returned',
      'schedule_waiting', 'schedule_returned', 'schedule_run_failed', 'schedule_paused',
      'schedule_ended', 'batch_prepared', 'batch_not_prepared', 'batch_reminder', 'batch_stuck',
      'schedule_reminder', 'schedule_stuck', 'api_key_created', 'api_key_unused',
      'api_key_disabled', 'webhook_disabled', 'payout_waits', 'payout_still_waits',
      'payout_wait_ended', 'payout_funded'
    )
  )
);

-- For deleting the old ones; a few kilobytes where a B-tree would be as large as the table.
create index notifications_age on notifications using brin (created_at);

-- Everything up to here is read, however much it is: one row instead of an update of them all.
create table notification_marks (
  person_id uuid primary key references people,
  read_up_to uuid not null
);

-- What a person changed from the defaults of a kind; null keeps the default.
create table notification_choices (
  person_id uuid not null references people,
  kind text not null,
  email boolean,
  sms boolean,
  -- Smaller amounts are not sent.
  above_paise bigint check (above_paise >= 0),
  primary key (person_id, kind)
);

-- A notification that also goes out by e-mail or as a text: written with it, in the transaction of
-- the change, and only for a person who wants it. The message is null until the next digest.
create table notification_deliveries (
  person_id uuid not null,
  notification_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  created_at timestamptz not null,
  message_id uuid references outbound_messages,
  primary key (person_id, notification_id, channel),
  foreign key (person_id, notification_id) references notifications on delete cascade
);
create index notification_deliveries_waiting on notification_deliveries (
  person_id, kind, channel, created_at
)
where message_id is null;
create index notification_deliveries_message on notification_deliveries (message_id)
where message_id is not null;

-- The message is null until the next digest.
create table member_deliveries (
  tenant_id uuid not null,
  notification_id uuid not null,
  person_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  created_at timestamptz not null,
  message_id uuid references outbound_messages,
  primary key (tenant_id, notification_id, person_id, channel),
  foreign key (tenant_id, notification_id) references notifications on delete cascade
);
create index member_deliveries_waiting on member_deliveries (
  tenant_id, person_id, kind, channel, created_at
)
where message_id is null;
create index member_deliveries_message on member_deliveries (message_id)
where message_id is not null;
