-- squawk-ignore-file ban-drop-not-null

-- Super admins hear of things too: what waits for them, what is not well, what another did.
-- The new list of kinds takes in the old one, so no row that is there needs to be looked at.
alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_settled', 'payout_failed', 'payout_reversed', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed'
  )
) not valid,
-- A provider has no row of its own, and what was changed has a name rather than an id.
alter column subject_id drop not null,
add column detail text;
