-- A code works only in the browser or the session that requested it. Null in codes of an earlier
-- version: any browser may use them until they expire.
alter table one_time_codes add column bound_to bytea;
-- Whether that browser had signed in to this number before: it has limits of its own.
alter table one_time_codes add column is_known_browser boolean not null default false;
-- The address that requested it, for IPv6 its /64; null for a session's code.
alter table one_time_codes add column network text;

-- The browsers that have signed in as a person: the keyed hash of each one's cookie.
create table known_browsers (
  browser_hash bytea not null,
  person_id uuid not null references people,
  last_used_at timestamptz not null,
  primary key (browser_hash, person_id)
);

-- The wrong codes of the last 24 hours for a number and a purpose, over all codes, and the pause
-- that follows. A known browser has a row of its own; all others share the row with no browser.
create table code_guesses (
  mobile text not null,
  purpose text not null,
  browser_hash bytea not null default '',
  wrong_at timestamptz[] not null default '{}',
  paused_until timestamptz,
  -- When the owner was notified last.
  notified_at timestamptz,
  primary key (mobile, purpose, browser_hash)
);

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
    'provider_balance_low', 'codes_guessed'
  )
) not valid;
