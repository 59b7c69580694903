-- Rails and providers, and the gateways for texts and e-mails.

-- The rails that payouts may take, and whether one is paused. Leasing payouts of a
-- rail locks its row, shared, so that a pause waits for leases in progress and every later one sees
-- it. No column here changes often.
create table providers (
  id text primary key check (id in ('primary', 'alternative')),
  paused_at timestamptz,
  paused_by uuid references people,
  pause_reason text,
  check ((paused_at is null) = (pause_reason is null))
);

insert into providers (id) values ('primary'), ('alternative');

-- What was last heard of a rail.
create table provider_health (
  provider text primary key references providers,
  -- A look whether it answers at all, and what it says that we have with it.
  probed_at timestamptz,
  probe_ms integer,
  probe_error text,
  balance_paise bigint,
  last_success_at timestamptz,
  last_success text,
  last_error_at timestamptz,
  last_error text,
  -- Why a provider's balance could not be read at the last check. It opens no circuit breaker.
  balance_problem text,
  -- When the last known balance was read.
  balance_read_at timestamptz
);

insert into provider_health (provider) values ('primary'), ('alternative');

-- What a rail did in a minute: a row however many calls there were.
create table provider_minutes (
  provider text not null references providers,
  minute timestamptz not null,
  -- Calls: a clear answer, no clear answer, and whatever else went wrong.
  answered integer not null,
  unclear integer not null,
  broken integer not null,
  -- Payouts that came to an end.
  paid integer not null,
  refused integer not null,
  -- How many calls took how long: one count for each of the steps that the server names.
  latency integer[] not null,
  slowest_ms integer not null,
  primary key (provider, minute)
);

create table provider_balances (
  adapter text not null,
  read_at timestamptz not null,
  reported_paise bigint not null,
  -- Since the first payout: what the provider took, its charges and what came back.
  taken_paise bigint not null,
  charges_paise bigint not null,
  returned_paise bigint not null,
  -- Whether no payout moved while the balance was read. Only then both sides can be compared.
  is_still boolean not null,
  -- Our books: transfers to the provider less those from it, settled payouts, booked charges.
  transferred_paise bigint not null,
  paid_paise bigint not null,
  booked_paise bigint not null,
  -- What explains a difference.
  in_flight_paise bigint not null,
  unbooked_paise bigint not null,
  on_the_way_paise bigint not null,
  unrecorded_paise bigint not null,
  adjusted_paise bigint not null default 0,
  primary key (adapter, read_at)
);

create table low_balance_alerts (
  adapter text primary key,
  since timestamptz not null,
  reason text not null
);

-- Webhooks of the providers, as they came and after their signature held: recorded first,
-- acted on later, so that the provider has its answer at once and nothing is lost to a crash.
create table webhooks (
  id uuid primary key,
  adapter text not null,
  -- The provider's own id of the happening. Not every provider signs it, so the same id with
  -- another body is another webhook.
  event_id text not null,
  digest bytea not null,
  kind text not null,
  body bytea not null,
  received_at timestamptz not null,
  -- The provider repeats it until it has our answer, and sometimes after that.
  times integer not null default 1,
  last_received_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'unusable')),
  tries integer not null default 0,
  -- When it is to be worked off next, and past a claim when the worker has gone.
  due_at timestamptz,
  done_at timestamptz,
  -- What came of it, in a few words; for one that can't be used, why.
  outcome text,
  reference text,
  content_digest bytea,
  check ((state = 'waiting') = (due_at is not null))
);
create index webhooks_due on webhooks (due_at) where due_at is not null;
create index webhooks_received on webhooks (adapter, received_at);
create index webhooks_unusable on webhooks (id) where state = 'unusable';
create unique index webhooks_content on webhooks (adapter, content_digest);

-- Calls of our webhook addresses whose signature did not hold: counted, because their bodies are a
-- stranger's, who can send any number.
create table webhook_refusals (
  adapter text not null,
  day date not null,
  why text not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (adapter, day, why)
);

-- How each SMS gateway fares. Neither table knows to whom a text went, or what stood in it.
create table sms_gateways (
  gateway text primary key,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  -- How long the last send took: a number without an account is let wait as long.
  last_ms integer not null,
  failures_in_row integer not null default 0,
  -- When super admins were last notified of its failures: once an hour.
  notified_at timestamptz
);

create table sms_hours (
  gateway text not null,
  hour timestamptz not null,
  sent integer not null default 0,
  failed integer not null default 0,
  took_ms bigint not null default 0,
  slowest_ms integer not null default 0,
  primary key (gateway, hour)
);

-- One e-mail or text. Its id is in the e-mail's Message-ID, so a repeat is recognised.
create table outbound_messages (
  id uuid primary key,
  person_id uuid not null references people,
  channel text not null check (channel in ('email', 'sms')),
  -- A kind of notification, or what an e-mail about the address itself is for.
  kind text not null,
  -- Null for a text: it goes to the person's number of that time.
  to_address text,
  -- Null once it was handed over and nobody reads it in the sandbox.
  content_encrypted bytea,
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
  -- The business of a member's message: it ends with the membership.
  tenant_id uuid,
  check ((to_address is null) = (channel = 'sms')),
  check ((state = 'waiting') = (due_at is not null))
);
create index outbound_messages_due on outbound_messages (due_at) where state = 'waiting';
create index outbound_messages_newest on outbound_messages (
  person_id, kind, channel, created_at desc
);
create index outbound_messages_address on outbound_messages (to_address, created_at desc);
create index outbound_messages_created on outbound_messages (created_at);

-- What the sandbox SMS gateway "sent". Empty with a real gateway.
create table sandbox_messages (
  id uuid primary key,
  mobile text not null,
  purpose text not null,
  created_at timestamptz not null,
  message_encrypted bytea not null
);
create index sandbox_messages_newest on sandbox_messages (mobile, created_at desc);
