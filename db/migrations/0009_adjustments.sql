-- Corrections of the books by two people.

create table adjustments (
  id uuid primary key,
  kind text not null
    check (
      kind in (
        'wrong_credit', 'wrong_debit', 'bank_recall', 'contradiction', 'chargeback', 'goodwill',
        'bank_charge', 'write_off', 'reclassification', 'sandbox_money'
      )
    ),
  -- Money leaves what the debit account owes, earned or lends, and joins the credit account.
  debit_account text not null
    check (
      debit_account in (
        'wallet', 'bank', 'provider', 'suspense', 'fee_income', 'gst_payable', 'losses'
      )
    ),
  credit_account text not null
    check (
      credit_account in (
        'wallet', 'bank', 'provider', 'suspense', 'fee_income', 'gst_payable', 'losses'
      )
    ),
  tenant_id uuid references tenants,
  amount_paise bigint not null check (amount_paise > 0),
  -- What of a debit the wallet could not pay; set with the posting.
  owed_paise bigint,
  -- The tenant reads the reason.
  reason text not null,
  reference text,
  deposit_id uuid references deposits,
  statement_line_id uuid references statement_lines,
  chargeback_id uuid references credit_chargebacks,
  state text not null check (state in ('proposed', 'posted', 'withdrawn')),
  -- Null for a chargeback that the provider's event names exactly.
  proposed_by uuid references people,
  proposed_at timestamptz not null,
  closed_by uuid references people,
  closed_at timestamptz,
  -- Why another person rejected it.
  rejection text,
  receiving_account_id uuid references receiving_accounts,
  adapter text,
  check (owed_paise >= 0 and owed_paise <= amount_paise),
  check (debit_account <> credit_account),
  check ((tenant_id is not null) = ('wallet' = debit_account or 'wallet' = credit_account)),
  check ((state = 'proposed') = (closed_at is null)),
  check (proposed_by is null or state = 'proposed' or closed_by is not null),
  check (state <> 'posted' or proposed_by is null or closed_by <> proposed_by),
  check (owed_paise is null or state = 'posted'),
  -- `sandbox_money` is posted by the command line, without people.
  constraint adjustments_by_people check (
    (proposed_by is null)
    = (kind in ('chargeback', 'sandbox_money'))
  ),
  constraint adjustments_receiving_account check (
    receiving_account_id is null
    or ('bank' = debit_account or 'bank' = credit_account)
  ),
  constraint adjustments_adapter check (
    adapter is null
    or ('provider' = debit_account or 'provider' = credit_account)
  )
);
create index adjustments_newest on adjustments (proposed_at, id);
create index adjustments_open on adjustments (proposed_at, id) where state = 'proposed';
create index adjustments_of_tenant on adjustments (tenant_id, proposed_at, id)
where tenant_id is not null;
create index adjustments_of_deposit on adjustments (deposit_id) where deposit_id is not null;
create index adjustments_of_line on adjustments (statement_line_id)
where statement_line_id is not null;
create unique index adjustments_of_chargeback on adjustments (chargeback_id)
where chargeback_id is not null and state <> 'withdrawn';

-- The evidence of an adjustment. Only its encrypted bytes are stored; each download is audited.
create table adjustment_documents (
  id uuid primary key,
  adjustment_id uuid not null unique references adjustments,
  file_name text not null,
  kind text not null check (kind in ('pdf', 'png', 'jpeg')),
  byte_count integer not null check (byte_count > 0),
  sha256 bytea not null,
  content_encrypted bytea not null
);
