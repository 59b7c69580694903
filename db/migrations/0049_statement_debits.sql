-- UTR keys on debit lines of imported statements: under them a bank takes a transfer back.
-- squawk-ignore-file constraint-missing-not-valid
create table statement_debits (
  utr_key text not null,
  line_id uuid not null references statement_lines,
  primary key (utr_key, line_id)
);

-- Lines of earlier imports, by their reference: the narration is encrypted.
insert into statement_debits (utr_key, line_id)
select
  regexp_replace(
    regexp_replace(reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'),
    '^0+([0-9]+)$', '\1'
  ),
  id
from (
  select id, upper(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')) as reference
  from statement_lines where outcome = 'debit' and reference is not null
) as debit
where reference ~ '^[A-Z0-9]{12,22}$' and reference !~ '^0+$';

alter table notifications drop constraint notifications_kind_check;
alter table notifications
add constraint notifications_kind_check check (
  kind in (
    'payout_settled', 'payout_failed', 'payout_reversed', 'deposit_approved',
    'deposit_rejected', 'bank_account_approved', 'bank_account_rejected',
    'deposit_requested', 'deposit_needs_second', 'bank_account_requested', 'payout_stuck',
    'payout_contradicted', 'provider_paused', 'provider_resumed', 'provider_failing',
    'books_faulty', 'report_ready', 'setting_changed', 'account_viewed',
    'deposit_credited', 'virtual_account_opened', 'money_in_suspense',
    'reconciliation_differs', 'reconciliation_failed', 'export_ready', 'export_failed',
    'statement_contradicts'
  )
) not valid;
