-- A super admin's look into a tenant's console: read only, short, for a reason that the tenant
-- reads. It stands only as long as the session in which it was begun.
create table viewings (
  -- UUIDv7; stands in the access token where a session's id stands otherwise.
  id uuid primary key,
  session_id uuid not null references sessions,
  tenant_id uuid not null references people,
  reason text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > created_at),
  ended_at timestamptz
);

-- The tenant is told of it. The new list of kinds takes in the old one, so no row that is there
-- needs to be looked at.
alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_settled', 'payout_failed', 'payout_reversed', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed'
  )
) not valid;
