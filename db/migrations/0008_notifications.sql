-- One row for each thing that happened to a tenant and that they should hear of. It names what
-- it is about and no more: the sentence is made of the payout, deposit or bank account when it
-- is read, so that the settling of payouts writes as little as possible.
create table notifications (
  person_id uuid not null references people,
  -- UUIDv7, so that a person's notifications lie in the order in which they happened.
  id uuid not null,
  kind text not null check (
    kind in (
      'payout_settled', 'payout_failed', 'payout_reversed', 'deposit_approved',
      'deposit_rejected', 'bank_account_approved', 'bank_account_rejected'
    )
  ),
  -- Written in the transaction of the one change of state that it tells of, so once.
  subject_id uuid not null,
  read_at timestamptz,
  created_at timestamptz not null,
  primary key (person_id, id)
);

-- For deleting the old ones; a few kilobytes where a B-tree would be as large as the table.
create index notifications_age on notifications using brin (created_at);

-- Everything up to here is read, however much it is: one row instead of an update of them all.
create table notification_marks (
  person_id uuid primary key references people,
  read_up_to uuid not null
);
