-- A payout that no provider has can be cancelled: its total returns to the wallet.
alter table payouts
drop constraint payouts_status_check,
add constraint payouts_status_check check (
  status in ('pending', 'processing', 'success', 'failed', 'cancelled')
) not valid,
-- Nothing was sent and nothing will be.
add constraint payouts_cancelled_check check (
  status <> 'cancelled' or (
    adapter is null and handed_at is null and provider_state is null and due_at is null
    and utr_number is null
  )
) not valid;

-- The rollup's function writes its columns in order, and these are the last.
alter table payout_sums
add column cancelled_count bigint not null default 0,
add column cancelled_paise bigint not null default 0,
add column cancelled_charges_paise bigint not null default 0;

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_settled', 'payout_failed', 'payout_reversed', 'payout_cancelled', 'payouts_cancelled',
    'payouts_locked', 'deposit_approved', 'deposit_rejected', 'bank_account_approved',
    'bank_account_rejected', 'bank_account_revoked', 'deposit_requested', 'deposit_needs_second',
    'bank_account_requested', 'payout_stuck', 'payout_contradicted', 'provider_paused',
    'provider_resumed', 'provider_failing', 'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense',
    'reconciliation_differs', 'reconciliation_failed', 'export_ready', 'export_failed',
    'statement_contradicts'
  )
) not valid;
