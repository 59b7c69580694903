-- The wrong payout codes of a person within the last hour, over all codes, and the lock that
-- follows.
create table payout_code_guesses (
  person_id uuid primary key references people,
  wrong_at timestamptz[] not null default '{}',
  locked_until timestamptz
);

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_settled', 'payout_failed', 'payout_reversed', 'payouts_locked', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense',
    'reconciliation_differs', 'reconciliation_failed', 'export_ready', 'export_failed',
    'statement_contradicts'
  )
) not valid;
