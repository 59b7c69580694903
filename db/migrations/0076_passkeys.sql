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
  name text not null check (length(name) between 1 and 40),
  -- The host name that it was added for. Browsers offer it at no other.
  rp_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_people on passkeys (person_id);

-- What a passkey is asked to sign. Each challenge is answered once.
create table passkey_challenges (
  id uuid primary key,
  purpose text not null check (
    purpose in (
      'register', 'sign_in', 'passkey', 'payout', 'decision', 'proposal', 'own_money', 'step_up'
    )
  ),
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
  proof_used_at timestamptz
);

create index passkey_challenges_created on passkey_challenges (created_at);

alter table one_time_codes drop constraint one_time_codes_purpose_check;
-- Earlier purposes stay, so no row needs to be read.
alter table one_time_codes add constraint one_time_codes_purpose_check
check (
  purpose in (
    'sign_in', 'payout', 'credential', 'decision', 'proposal', 'own_money', 'step_up', 'passkey'
  )
) not valid;

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
    'passkey_added', 'passkey_removed', 'passkey_copied'
  )
) not valid;
