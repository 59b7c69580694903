create table deposits (
  id uuid primary key,
  person_id uuid not null references people,
  bank_account_id uuid not null references bank_accounts,
  amount_paise bigint not null check (amount_paise > 0),
  utr_reference text not null check (utr_reference ~ '^[A-Z0-9]{12,22}$'),
  remarks text,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  review_note text,
  reviewed_by uuid references people,
  reviewed_at timestamptz,
  created_at timestamptz not null
);

-- One transfer is credited once, whoever claims it; a refused claim frees the UTR.
create unique index deposits_utr_once on deposits (utr_reference) where status <> 'failed';
create index deposits_newest on deposits (person_id, created_at desc, id desc);
-- The wallet's history: what was credited, by the time that it was.
create index deposits_credited on deposits (person_id, reviewed_at desc, id desc)
where status = 'completed';
create index deposits_queue on deposits (status, created_at, id);
