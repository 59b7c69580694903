-- A bank can send back a part of a paid payout, several times, up to its amount.
-- The table of returns is small: every hundredth payout or so is returned.
-- squawk-ignore-file require-concurrent-index-creation, adding-required-field, adding-foreign-key-constraint, constraint-missing-not-valid, disallowed-unique-constraint, adding-not-nullable-field, prefer-robust-stmts, adding-field-with-default, adding-serial-primary-key-field

alter table payout_reversals
add column id uuid not null default gen_random_uuid(),
-- A part of the amount; the whole rest, with the charges, is a return that is not partial.
add column is_partial boolean not null default false,
-- The fee and GST within `amount_paise`; of a partial return only.
add column fee_paise bigint not null default 0 check (fee_paise >= 0),
add column gst_paise bigint not null default 0 check (gst_paise >= 0),
add column adapter text,
-- The provider's reference of the return. A second one with it is a repeat.
add column return_reference text,
-- Its reference of the record that a super admin read, where theirs is another one.
add column record_reference text,
-- The charge that the provider's record still names at the return: the provider kept it.
add column provider_fee_paise bigint check (provider_fee_paise > 0),
add column provider_tax_paise bigint check (provider_tax_paise >= 0),
-- The super admins who recorded it; null when the provider's own record was applied.
add column recorded_by uuid references people,
add column confirmed_by uuid references people,
add constraint payout_reversals_partial check (
  is_partial = (return_reference is not null)
  and is_partial = (adapter is not null)
  and amount_paise > fee_paise + gst_paise
  and (is_partial or (fee_paise = 0 and gst_paise = 0))
),
add constraint payout_reversals_two_people check (
  confirmed_by is null or confirmed_by <> recorded_by
);
alter table payout_reversals drop constraint payout_reversals_pkey, add primary key (id);
create unique index payout_reversals_whole on payout_reversals (payout_id) where not is_partial;
create index payout_reversals_of_payout on payout_reversals (payout_id);
create index payout_reversals_of_record on payout_reversals (adapter, record_reference)
where record_reference is not null;
create unique index payout_reversals_once on payout_reversals (adapter, return_reference)
where is_partial;

-- What partial returns brought back of the amount, and when the fee and GST came back with one.
alter table payouts
add column returned_paise bigint not null default 0,
add column charges_returned_at timestamptz,
add constraint payouts_returned_check check (
  returned_paise >= 0 and returned_paise <= amount_paise
) not valid;

alter table ledger_postings
drop constraint ledger_postings_kind_check,
add constraint ledger_postings_kind_check check (
  kind in (
    'credit', 'hold', 'settle', 'release', 'reverse', 'partial_return', 'suspend', 'return',
    'adjust', 'adjust_credit', 'adjust_debit', 'owe', 'repay'
  )
) not valid;

-- Paid payouts count with what stays paid; what came back of them is apart, so that the wallet's
-- debits still are all that left it.
alter table payout_sums
add column back_paise bigint not null default 0,
add column back_charges_paise bigint not null default 0;

-- A return below the payout's amount that could not be applied: a super admin records it. Above the
-- limit in System Settings the first one's record waits for a second.
alter table reconciliation_differences
drop constraint reconciliation_differences_action_check,
add constraint reconciliation_differences_action_check check (
  action in ('ask', 'take_charge', 'take_utr', 'mark_known', 'decide', 'record_return')
) not valid,
add column first_return jsonb;

alter table notifications
drop constraint notifications_kind_check,
add constraint notifications_kind_check check (
  kind in (
    'payout_cancelled', 'payouts_cancelled', 'bank_account_revoked',
    'payout_settled', 'payout_failed', 'payout_reversed', 'payout_partly_returned',
    'payouts_locked', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense',
    'reconciliation_differs', 'reconciliation_failed', 'export_ready', 'export_failed',
    'statement_contradicts',
    'wallet_adjusted', 'receivable_paid', 'adjustment_proposed', 'credit_charged_back'
  )
) not valid;

-- The sandbox bank's own record: what it sent back of a transfer that stays paid.
alter table sandbox_bank.transfers
add column returned_paise bigint not null default 0;
