-- Since when batches and schedules wait for approvals, deputies for schedules, and the amounts from
-- which people get a text about what waits for them.
-- squawk-ignore-file require-concurrent-index-creation
alter table payout_batches
-- Since when the current step waits, and when people were reminded of it.
add column waits_since timestamptz,
add column reminded_at timestamptz,
-- Since when nobody can approve it.
add column stuck_since timestamptz;

alter table payout_schedules
add column waits_since timestamptz,
add column reminded_at timestamptz,
add column stuck_since timestamptz;

create index payout_batches_awaiting on payout_batches (submitted_at)
where state = 'awaiting_approval';
create index payout_schedules_awaiting on payout_schedules (submitted_at)
where state = 'awaiting_approval';

alter table schedule_approvals
-- Whose approval a deputy gave, and the roles of that person then; null: the person's own.
add column in_place_of uuid,
add column place_roles text[],
add constraint schedule_approvals_place check (
  in_place_of <> person_id and (in_place_of is null) = (place_roles is null)
) not valid,
add constraint schedule_approvals_in_place_of_fkey
foreign key (in_place_of) references people not valid;

create unique index schedule_approvals_of_place on schedule_approvals (
  schedule_id, content_hash, (coalesce(in_place_of, person_id))
);
create index schedule_approvals_in_place on schedule_approvals (tenant_id, in_place_of, given_at)
where in_place_of is not null;

-- The amount that it is about, where it is not that of a payout or deposit.
alter table notifications add column amount_paise bigint;

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
    'request_rejected', 'request_returned', 'request_expired', 'request_withdrawn',
    'policy_waiting', 'policy_changed', 'batch_finished', 'batch_paused',
    'batch_waiting', 'batch_returned',
    'schedule_waiting', 'schedule_returned', 'schedule_run_failed', 'schedule_paused',
    'schedule_ended',
    'batch_reminder', 'batch_stuck', 'schedule_reminder', 'schedule_stuck',
    'api_key_created', 'api_key_unused', 'api_key_disabled',
    'payout_waits', 'payout_still_waits', 'payout_wait_ended', 'payout_funded'
  )
) not valid;
