-- Each index is on a table of requests, short enough to be read while one waits.
-- squawk-ignore-file require-concurrent-index-creation

-- Above the limit in System Settings two different people approve a deposit: this is the first.
-- The columns are on the deposit's own row, so that its lock is theirs.
alter table deposits
add column first_approved_by uuid,
add column first_approved_at timestamptz,
add column first_approval_note text,
add constraint deposits_first_approver foreign key (first_approved_by) references people not valid,
-- Whatever the program does, nobody is both of the two. Not validated: no earlier row has a first.
add constraint deposits_two_approvers check (
  first_approved_by is null or reviewed_by is null or first_approved_by <> reviewed_by
) not valid;

-- What helps to decide is looked up for each row of a page: earlier requests from an account, the
-- same account elsewhere, a UTR that was refused before, and what was decided today.
create index deposits_of_account on deposits (bank_account_id, created_at desc);
create index deposits_refused_utr on deposits (utr_reference) where status = 'failed';
create index deposits_decided on deposits (reviewed_at) where reviewed_at is not null;
create index bank_accounts_same_number on bank_accounts (account_number);
create index bank_accounts_decided on bank_accounts (reviewed_at) where reviewed_at is not null;
