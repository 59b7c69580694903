-- Sessions are bound to a key of their browser (RFC 9449), have an idle limit, and are listed.
-- squawk-ignore-file constraint-missing-not-valid, require-concurrent-index-creation
alter table sessions
-- The RFC 7638 thumbprint of the key; null until the first refresh with a proof.
add column key_thumbprint text check (length(key_thumbprint) = 43),
-- Without a key a session ends here. The default is for open sessions, and for those that servers of
-- the version before still add.
add column keyless_until timestamptz not null default now() + interval '24 hours',
-- Null for a session from before that has no key yet: its console reports no activity.
add column idle_until timestamptz;

alter table sessions
drop constraint sessions_ended_because_check,
add constraint sessions_ended_because_check check (
  ended_because in (
    'logout', 'token_reused', 'deactivated', 'closed', 'revoked', 'idle', 'stolen'
  )
);

create index sessions_keys on sessions (person_id, key_thumbprint);

-- Proofs that were used, by their key and `jti`. Each works once on all servers.
create table used_proofs (
  proof_hash bytea primary key,
  used_at timestamptz not null
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
    'provider_balance_low', 'codes_guessed',
    'signed_in_new_device', 'session_stolen'
  )
) not valid;
