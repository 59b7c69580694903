-- A change of a control that nobody else can confirm takes effect after a waiting time, and one that
-- tenants must hear of first after their notice.
-- squawk-ignore-file constraint-missing-not-valid
alter table proposals
-- When it takes effect by itself; null while it waits for a second person.
add column takes_effect_at timestamptz,
-- Accounts created later can't confirm it; null while there is no money to protect.
add column confirmers_before timestamptz,
-- The second person of a change that tenants hear of first.
add column confirmed_by uuid,
add column confirmed_at timestamptz,
add constraint proposals_confirmed_by_fkey foreign key (confirmed_by) references people not valid,
drop constraint proposals_state_check,
add constraint proposals_state_check check (
  state in (
    'waiting', 'scheduled', 'confirmed', 'applied', 'rejected', 'withdrawn', 'void', 'expired'
  )
) not valid,
-- Open proposals have content, and closed ones have a time.
drop constraint proposals_check,
add constraint proposals_open_until_closed check (
  (state in ('waiting', 'scheduled')) = (closed_at is null)
) not valid,
drop constraint proposals_check1,
add constraint proposals_content_while_open check (
  (state in ('waiting', 'scheduled')) = (content_sealed is not null)
) not valid,
add constraint proposals_scheduled_for_a_time check (
  state not in ('scheduled', 'applied') or takes_effect_at is not null
) not valid,
add constraint proposals_confirmed_by_another check (confirmed_by <> proposed_by) not valid;

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
    'passkey_added', 'passkey_removed', 'passkey_copied', 'email_changed', 'texts_limited',
    'team_changed', 'change_scheduled', 'receiving_account_changes',
    'request_waiting', 'request_reminder', 'request_stuck', 'request_approved',
    'request_rejected', 'request_returned', 'request_expired', 'policy_waiting', 'policy_changed'
  )
) not valid;
