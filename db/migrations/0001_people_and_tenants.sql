-- Businesses, the people who act for them and for the installation, and how they sign in.

create extension if not exists pg_trgm;

-- People who sign in: members of businesses, and super admins.
-- Ids are UUIDv7 made by the server, so PostgreSQL 15 to 18 behave alike.
create table people (
  id uuid primary key,
  mobile text not null unique check (mobile ~ '^[6-9][0-9]{9}$'),
  -- Their own name, in every business.
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of a super admin; null for everyone else.
  installation_roles text[]
    check (
      cardinality(installation_roles) > 0
      and installation_roles <@ array['owner', 'operations', 'finance', 'support', 'auditor']
    ),
  -- False for a super admin who was disabled.
  is_active boolean not null default true,
  -- When a super admin's roles last grew or the account was enabled again: only from then on do they
  -- count as a second person. Null: from the day the account was added.
  roles_since timestamptz
);

-- There are few super admins among many people, and they hear of what waits for them.
create index people_super_admins on people (id) where installation_roles is not null;
create index people_name_parts on people using gin (name gin_trgm_ops);
create index people_mobile_parts on people using gin (mobile gin_trgm_ops);

-- Businesses with a wallet: operators and retailers.
create table tenants (
  -- The id of its founder in `people` too.
  id uuid primary key references people,
  -- The number with which it was opened. It stays when the founder leaves.
  mobile text not null unique check (mobile ~ '^[6-9][0-9]{9}$'),
  name text not null,
  -- A contact that a super admin types and nobody verified.
  email text,
  role text not null check (role in ('operator', 'retailer')),
  features text[] not null default '{}',
  allowed_providers text[] not null default '{primary}',
  password_hash text,
  is_active boolean not null default true,
  -- A closed account keeps its books and its number for ever; nobody signs in to it again.
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Payouts of a deactivated tenant that were not sent wait for its reactivation: no worker sends
  -- them. Their `due_at` is `infinity`, behind everything that is due, so a lease never reads them.
  payouts_withheld_at timestamptz,
  -- Since when the account is being closed; null before and after.
  closing_at timestamptz,
  constraint tenants_closing_check check (closing_at is null or closed_at is null)
);
create index tenants_newest on tenants (created_at desc, id desc);
create index tenants_name_parts on tenants using gin (name gin_trgm_ops);
create index tenants_mobile_parts on tenants using gin (mobile gin_trgm_ops);
create index tenants_email_parts on tenants using gin (email gin_trgm_ops);

-- Who may act for a business, and in which roles. Its founder is its first owner.
create table memberships (
  tenant_id uuid not null references tenants,
  person_id uuid not null references people,
  roles text[] not null
    check (
      cardinality(roles) > 0
      and roles <@ array['owner', 'preparer', 'approver', 'viewer', 'accountant', 'developer']
    ),
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- The business that was chosen last is offered first.
  chosen_at timestamptz,
  -- When the member's roles last grew or the membership was enabled again: only from then on do they
  -- count as a second owner. Null: from the day they joined.
  roles_since timestamptz,
  -- When the member was last disabled or demoted as an owner: for the waiting time after it, the others
  -- can't act as if there had been no such owner. Null: never.
  owner_until timestamptz,
  -- When a member left by their own choice: only a new invitation that they accept brings them back.
  -- Null while they belong to the business, and for members whom an owner disabled.
  left_at timestamptz,
  primary key (tenant_id, person_id),
  constraint memberships_left_are_disabled check (left_at is null or disabled_at is not null)
);
create index memberships_of_person on memberships (person_id);

-- Invitations to a business, or to the installation where there is none. Accepted by signing in with
-- the number.
create table invitations (
  id uuid primary key,
  -- Null: to the installation, as a super admin.
  tenant_id uuid references tenants,
  mobile text not null,
  name text not null,
  roles text[] not null check (cardinality(roles) > 0),
  invited_by uuid not null references people,
  created_at timestamptz not null,
  -- Of the last repetition.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  cancelled_at timestamptz
);

-- One open invitation of a number to a team.
create unique index invitations_open on invitations (mobile, tenant_id) nulls not distinct
where accepted_at is null and cancelled_at is null;
create index invitations_of_tenant on invitations (tenant_id)
where accepted_at is null and cancelled_at is null;

-- What members besides the founder want of a business's notifications; the founder's choices are in
-- `notification_choices`.
create table member_choices (
  tenant_id uuid not null references tenants,
  person_id uuid not null references people,
  kind text not null,
  email boolean,
  sms boolean,
  -- Smaller amounts are not sent.
  above_paise bigint check (above_paise >= 0),
  primary key (tenant_id, person_id, kind)
);

create table member_limits (
  tenant_id uuid not null references tenants,
  person_id uuid not null references people,
  per_payout_paise bigint check (per_payout_paise > 0),
  per_day_paise bigint check (per_day_paise > 0),
  changed_at timestamptz not null,
  primary key (tenant_id, person_id)
);

-- Who approves in the place of a person who can't, and which approvals were given so.
-- A row never changes but for its end, so that each approval can be compared with who was a deputy then.
create table deputies (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  person_id uuid not null references people,
  deputy_id uuid not null references people,
  -- Days in Asia/Kolkata, inclusive, on which the deputy approves too; null: none. On all other days
  -- only while the person is disabled or has no role that approves.
  away_from date,
  away_until date,
  named_by uuid not null references people,
  named_at timestamptz not null,
  ended_at timestamptz,
  check (deputy_id <> person_id),
  check ((away_from is null) = (away_until is null) and away_from <= away_until),
  check (ended_at >= named_at)
);
create unique index deputies_current on deputies (tenant_id, person_id, deputy_id)
where ended_at is null;

create table sessions (
  id uuid primary key,
  person_id uuid not null references people,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
    check (
      ended_because in (
        'logout', 'token_reused', 'deactivated', 'closed', 'revoked', 'idle', 'stolen', 'disabled'
      )
    ),
  address text,
  user_agent text,
  -- A session is bound to a key of its browser (RFC 9449): the RFC 7638 thumbprint of the key; null
  -- until the first refresh with a proof.
  key_thumbprint text check (length(key_thumbprint) = 43),
  -- Without a key a session ends here.
  keyless_until timestamptz not null default now() + interval '24 hours',
  -- Null while the session has no key: its console reports no activity.
  idle_until timestamptz,
  -- The business that the person acts for; null for a super admin.
  tenant_id uuid references tenants
);
create index sessions_open on sessions (person_id) where ended_at is null;
create index sessions_seen on sessions (last_seen_at desc, id desc) where ended_at is null;
create index sessions_keys on sessions (person_id, key_thumbprint);
create index sessions_of_tenant on sessions (tenant_id) where ended_at is null;

-- Each refresh token works once: using it sets used_at, and a second use ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  issued_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_of_session on refresh_tokens (session_id);

-- Proofs that were used, by their key and `jti`. Each works once on all servers.
create table used_proofs (
  proof_hash bytea primary key,
  used_at timestamptz not null
);

-- A super admin's look into a tenant's console: read only, short, for a reason that the tenant
-- reads. It stands only as long as the session in which it was begun.
create table viewings (
  -- UUIDv7; stands in the access token where a session's id stands otherwise.
  id uuid primary key,
  session_id uuid not null references sessions,
  tenant_id uuid not null references tenants,
  reason text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  check (ends_at > created_at)
);

-- The browsers that have signed in as a person: the keyed hash of each one's cookie.
create table known_browsers (
  browser_hash bytea not null,
  person_id uuid not null references people,
  last_used_at timestamptz not null,
  primary key (browser_hash, person_id)
);

-- One-time codes. Only a keyed hash of the code is kept. A number without an account gets a
-- row too, so that limits and answers are the same for it.
create table one_time_codes (
  id uuid primary key,
  purpose text not null,
  mobile text not null,
  person_id uuid references people,
  code_hmac bytea not null,
  wrong_tries smallint not null default 0,
  -- What a payout code authorises: the digest of the order and the charges that were quoted.
  order_digest bytea,
  fee_paise bigint,
  gst_paise bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A code whose text no gateway took: it opens nothing, and counts as no attempt.
  withdrawn_at timestamptz,
  -- A code works only in the browser or the session that requested it.
  bound_to bytea,
  -- Whether that browser had signed in to this number before: it has limits of its own.
  is_known_browser boolean not null default false,
  -- The address that requested it, for IPv6 its /64; null for a session's code.
  network text,
  -- Approvals of payment requests and of the policy have codes and passkeys of their own purpose.
  check (purpose in ('sign_in', 'payout', 'step_up', 'approval'))
);
create index one_time_codes_newest on one_time_codes (mobile, purpose, created_at desc);

-- The wrong codes of the last 24 hours for a number and a purpose, over all codes, and the pause
-- that follows. A known browser has a row of its own; all others share the row with no browser.
create table code_guesses (
  mobile text not null,
  purpose text not null,
  browser_hash bytea not null default '\x',
  wrong_at timestamptz[] not null default '{}',
  paused_until timestamptz,
  -- When the owner was notified last.
  notified_at timestamptz,
  primary key (mobile, purpose, browser_hash)
);

-- Attempts of the current minutes that were refused: the first is in the audit log already, and a
-- row there says how often it was repeated when its minute is over.
create table refused_attempts (
  key text primary key,
  attempt json not null,
  since timestamptz not null,
  times integer not null
);

-- Passkeys (WebAuthn): another way to sign in and to confirm, beside the texted code.
create table passkeys (
  id uuid primary key,
  person_id uuid not null references people,
  credential_id bytea not null unique,
  -- The COSE key, as the authenticator gave it.
  public_key bytea not null,
  -- How often the authenticator used it; 0 for one that does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backed_up boolean not null,
  -- The authenticator's model.
  aaguid uuid not null,
  name text not null check (length(name) >= 1 and length(name) <= 40),
  -- The host name that it was added for. Browsers offer it at no other.
  rp_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_people on passkeys (person_id);

-- What a passkey is asked to sign. Each challenge is answered once.
create table passkey_challenges (
  id uuid primary key,
  purpose text not null
    check (purpose in ('register', 'sign_in', 'payout', 'step_up', 'approval')),
  -- Null for a sign-in: nobody knows yet whose passkey answers.
  person_id uuid references people,
  -- The keyed hash of the session, or of the browser that signs in.
  bound_to bytea not null,
  nonce bytea not null,
  -- What an answer confirms; null for a sign-in and for a new passkey.
  order_digest bytea,
  fee_paise bigint,
  gst_paise bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  -- SHA-256 of the proof that a right answer was exchanged for.
  proof_hash bytea unique,
  proof_used_at timestamptz,
  -- The passkey that answered it. Its proof ends with it.
  passkey_id uuid
);
create index passkey_challenges_created on passkey_challenges (created_at);

-- What super admins sign besides their session: one request, or the items or steps of one. The
-- digests are keyed, because a request may hold a password.
create table signatures (
  id uuid primary key,
  person_id uuid not null references people,
  session_id uuid not null references sessions,
  content_digest bytea not null,
  -- Null for a request in steps, whose number nobody knows before.
  item_digests bytea[],
  -- What was carried out, or is about to be. Each item and step is signed once.
  used_digests bytea[] not null default '{}',
  -- SHA-256 of the token that the proof was exchanged for; null before.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The text that a code of this signature is sent in; null: the sign-in text.
  code_text jsonb
);
create index signatures_created on signatures (created_at);

-- People's own e-mail addresses, which notifications each wants by e-mail or text, and the messages that
-- are sent for it. `tenants.email` is something else: a contact that nobody verified.
create table email_addresses (
  person_id uuid primary key references people,
  -- Written only when its code was entered, so every address here is verified.
  address text not null check (length(address) >= 3 and length(address) <= 100),
  verified_at timestamptz not null
);

-- Codes that were sent to an address to verify it; the newest of a person counts.
create table email_codes (
  id uuid primary key,
  person_id uuid not null references people,
  address text not null check (length(address) >= 3 and length(address) <= 100),
  code_hmac bytea not null,
  wrong_tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_codes_newest on email_codes (person_id, created_at desc);

create table tenant_closings (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  state text not null default 'open' check (state in ('open', 'closed', 'withdrawn')),
  reason text not null,
  -- Null when money that came back after the closing opened it again.
  started_by uuid references people,
  started_at timestamptz not null,
  -- The account that gets the balance, as the newest code named it.
  bank_account_id uuid,
  -- A remainder below the providers' minimum that a super admin has set aside.
  set_aside_paise bigint not null default 0 check (set_aside_paise >= 0),
  set_aside_by uuid references people,
  -- A withdrawal failed or came back: a super admin has to act.
  needs_attention boolean not null default false,
  ended_by uuid references people,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check ((set_aside_paise = 0) = (set_aside_by is null))
);
create unique index tenant_closings_open on tenant_closings (tenant_id) where state = 'open';
create index tenant_closings_of_tenant on tenant_closings (tenant_id, started_at);
