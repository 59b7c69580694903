-- People's own e-mail addresses, which notifications each wants by e-mail or text, and the messages that
-- are sent for it. `people.email` is something else: a tenant's contact that a super admin types and
-- nobody verified.
create table email_addresses (
  person_id uuid primary key references people,
  -- Written only when its code was entered, so every address here is verified.
  address text not null check (length(address) between 3 and 100),
  verified_at timestamptz not null
);

-- Codes that were sent to an address to verify it; the newest of a person counts.
create table email_codes (
  id uuid primary key,
  person_id uuid not null references people,
  address text not null check (length(address) between 3 and 100),
  code_hmac bytea not null,
  wrong_tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_codes_newest on email_codes (person_id, created_at desc);

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

-- One e-mail or text. Its id is in the e-mail's Message-ID, so a repeat is recognised.
create table outbound_messages (
  id uuid primary key,
  person_id uuid not null references people,
  channel text not null check (channel in ('email', 'sms')),
  -- A kind of notification, or what an e-mail about the address itself is for.
  kind text not null,
  -- Null for a text: it goes to the person's number of that time.
  to_address text check ((to_address is null) = (channel = 'sms')),
  -- Null once it was handed over and nobody reads it in the sandbox.
  content_sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- The next try, or the end of a worker's lease; null when it is over.
  due_at timestamptz,
  tries integer not null default 0,
  -- Without address and content.
  last_error text,
  took_ms integer,
  created_at timestamptz not null,
  -- A code is useless after this.
  give_up_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'waiting') = (due_at is not null))
);
create index outbound_messages_due on outbound_messages (due_at) where state = 'waiting';
create index outbound_messages_newest on outbound_messages (person_id, kind, channel, created_at desc);
create index outbound_messages_address on outbound_messages (to_address, created_at desc);
create index outbound_messages_created on outbound_messages (created_at);

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
  -- A notification that a newer one replaces takes its delivery with it.
  foreign key (person_id, notification_id) references notifications on delete cascade
);
create index notification_deliveries_waiting on notification_deliveries (
  person_id, kind, channel, created_at
) where message_id is null;
create index notification_deliveries_message on notification_deliveries (message_id)
where message_id is not null;

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_cancelled', 'payouts_cancelled', 'bank_account_revoked',
    'payout_settled', 'payout_failed', 'payout_reversed', 'payout_partly_returned',
    'account_closing', 'closing_blocked',
    'payouts_locked', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense',
    'reconciliation_differs', 'reconciliation_failed', 'export_ready', 'export_failed',
    'statement_contradicts',
    'wallet_adjusted', 'receivable_paid', 'adjustment_proposed', 'credit_charged_back',
    'proposal_waiting', 'proposal_closed',
    'provider_balance_low', 'codes_guessed',
    'signed_in_new_device', 'session_stolen',
    'passkey_added', 'passkey_removed', 'passkey_copied', 'email_changed', 'texts_limited'
  )
) not valid;
