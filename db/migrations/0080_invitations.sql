-- Invitations to a business, or to the installation where there is none. Accepted by signing in with
-- the number.
-- squawk-ignore-file constraint-missing-not-valid
create table invitations (
  id uuid primary key,
  -- Null: to the installation, as a super admin.
  tenant_id uuid references people,
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
    'team_changed'
  )
) not valid;
