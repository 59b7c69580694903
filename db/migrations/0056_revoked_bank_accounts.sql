-- An approved bank account can be revoked: deposits from it are not accepted any more. The same
-- account may be added again, and needs a new approval.
-- squawk-ignore-file require-concurrent-index-creation
-- squawk-ignore-file require-concurrent-index-deletion
alter table bank_accounts
drop constraint bank_accounts_status_check,
add constraint bank_accounts_status_check check (
  status in ('pending', 'approved', 'rejected', 'revoked')
) not valid,
add column revoked_by uuid,
add column revoked_at timestamptz,
add column revocation_reason text,
add constraint bank_accounts_revoked_check check (
  (status = 'revoked') = (revoked_at is not null and revocation_reason is not null)
) not valid;
alter table bank_accounts
add constraint bank_accounts_revoked_by foreign key (revoked_by) references people not valid;

drop index bank_accounts_once;
create unique index bank_accounts_once on bank_accounts (person_id, account_number_hash, ifsc_code)
where status in ('pending', 'approved');
