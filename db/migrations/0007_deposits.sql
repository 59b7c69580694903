-- Money that comes in.

-- What banks said of accounts: for beneficiaries before a code is sent, and for whitelisting.
create table account_checks (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  destination_hash bytea not null,
  -- Null for a UPI id. A number is an account only together with its bank.
  ifsc_code text,
  adapter text not null,
  requested_at timestamptz not null,
  answered_at timestamptz,
  verdict text check (verdict in ('valid', 'invalid', 'unknown')),
  name_at_bank_encrypted bytea,
  -- The provider's own, for the typed name of this hash.
  match_score smallint check (match_score >= 0 and match_score <= 100),
  typed_name_hash bytea,
  reason text,
  check ((answered_at is null) = (verdict is null))
);
create index account_checks_of_account on account_checks (
  tenant_id, destination_hash, requested_at desc
);
create index account_checks_by_age on account_checks (requested_at);

-- A tenant's own bank accounts, from which deposits are accepted once approved.
create table bank_accounts (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  account_holder_name text not null,
  ifsc_code text not null,
  bank_name text not null,
  branch_name text not null,
  account_type text not null check (account_type in ('savings', 'current')),
  status text not null default 'pending',
  review_note text,
  reviewed_by uuid references people,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  account_number_encrypted bytea not null,
  account_number_hash bytea not null,
  account_number_end text not null,
  -- What its bank said of it.
  account_check_id uuid constraint bank_accounts_account_check references account_checks,
  revoked_by uuid constraint bank_accounts_revoked_by references people,
  revoked_at timestamptz,
  revocation_reason text,
  -- An approved bank account can be revoked: deposits from it are not accepted any more. The same
  -- account may be added again, and needs a new approval.
  check (status in ('pending', 'approved', 'rejected', 'revoked')),
  constraint bank_accounts_revoked_check check (
    (status = 'revoked')
    = (revoked_at is not null and revocation_reason is not null)
  )
);
create index bank_accounts_newest on bank_accounts (tenant_id, created_at desc, id desc);
create index bank_accounts_queue on bank_accounts (status, created_at, id);
create index bank_accounts_decided on bank_accounts (reviewed_at) where reviewed_at is not null;
create index bank_accounts_same_number on bank_accounts (account_number_hash);

-- Over all tenants, whatever the status, oldest first.
create index bank_accounts_in_order on bank_accounts (created_at, id);
create index bank_accounts_holder_parts on bank_accounts using gin (
  account_holder_name gin_trgm_ops
);
create index bank_accounts_ifsc_parts on bank_accounts using gin (ifsc_code gin_trgm_ops);

-- Once for each tenant; a rejected one may be corrected and asked for again.
create unique index bank_accounts_once on bank_accounts (tenant_id, account_number_hash, ifsc_code)
where status in ('pending', 'approved');

-- Several receiving accounts instead of one setting, and deposits that arrive with another amount
-- than the one that was requested.
create table receiving_accounts (
  id uuid primary key,
  -- The name that tenants and super admins read beside the bank.
  label text not null,
  account_holder_name text not null,
  account_number_encrypted bytea not null,
  account_number_hash bytea not null,
  account_number_end text not null,
  ifsc_code text not null,
  bank_name text not null,
  branch_name text,
  is_active boolean not null default true,
  is_default boolean not null default false,
  -- The provider that settles its virtual accounts here.
  settles_adapter text unique,
  -- Bank entries that name no account, other than those of virtual accounts, are this account's.
  has_earlier_entries boolean not null default false,
  -- Counts the changes, so that nobody overwrites a change that they have not seen.
  version integer not null default 1,
  created_by uuid references people,
  created_at timestamptz not null,
  updated_by uuid references people,
  updated_at timestamptz not null,
  confirmed_by uuid references people,
  check (is_active or not is_default),
  unique (account_number_hash, ifsc_code)
);
create unique index receiving_accounts_default on receiving_accounts (is_default) where is_default;
create unique index receiving_accounts_earlier on receiving_accounts (has_earlier_entries)
where has_earlier_entries;

create table deposits (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  bank_account_id uuid references bank_accounts,
  amount_paise bigint not null check (amount_paise > 0),
  utr_reference text not null check (utr_reference ~ '^[A-Z0-9]{12,22}$'),
  remarks text,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  review_note text,
  reviewed_by uuid references people,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  -- Above the limit in System Settings two different people approve a deposit: this is the first.
  -- The columns are on the deposit's own row, so that its lock is theirs.
  first_approved_by uuid constraint deposits_first_approver references people,
  first_approved_at timestamptz,
  first_approval_note text,
  -- Which deposits were made by money that arrived, not asked for: through which adapter. The sender
  -- is then not always an account of the tenant's.
  came_through text,
  -- One spelling of a UTR in one column: without the rail's name, and digits without leading zeros.
  -- `kernel/utr-key.ts` computes the same.
  utr_key text generated always as (
    regexp_replace(
      regexp_replace(
        utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
      ),
      '^0+([0-9]+)$', '\1'
    )
  ) stored not null,
  -- Where the tenant sent the money.
  receiving_account_id uuid constraint deposits_sent_to references receiving_accounts,
  -- Where it arrived; null in a provider's own account.
  arrived_in_id uuid constraint deposits_arrived_in references receiving_accounts,
  -- The requested amount of a deposit that was credited with another one, and why.
  requested_paise bigint,
  amount_reason text,
  -- What the first of two approvers stated, if it differs from the request.
  first_approval_paise bigint,
  first_approval_reason text,
  first_approval_account_id uuid,
  -- What corrections took back of a credited deposit: never more than its amount.
  corrected_paise bigint not null default 0,
  -- A first approval in a batch above its limit: its author can't give the second one alone either.
  first_approval_in_bulk boolean not null default false,
  -- Whatever the program does, nobody is both of the two.
  constraint deposits_two_approvers check (
    first_approved_by is null
    or reviewed_by is null
    or first_approved_by <> reviewed_by
  ),
  constraint deposits_from_somewhere check (
    bank_account_id is not null
    or came_through is not null
  ),
  constraint deposits_other_amount check (
    (requested_paise is null) = (amount_reason is null)
    and (requested_paise is null or (status = 'completed' and requested_paise > 0 and requested_paise <> amount_paise))
  ),
  constraint deposits_first_amount check (
    (first_approval_paise is null) = (first_approval_reason is null)
    and (first_approval_paise is null or (first_approved_by is not null and first_approval_paise > 0))
    and (first_approval_account_id is null or first_approved_by is not null)
  ),
  constraint deposits_corrected check (corrected_paise >= 0 and corrected_paise <= amount_paise)
);
create index deposits_newest on deposits (tenant_id, created_at desc, id desc);

-- The wallet's history: what was credited, by the time that it was.
create index deposits_credited on deposits (tenant_id, reviewed_at desc, id desc)
where status = 'completed';
create index deposits_queue on deposits (status, created_at, id);

-- What helps to decide is looked up for each row of a page: earlier requests from an account, the
-- same account elsewhere, a UTR that was refused before, and what was decided today.
create index deposits_of_account on deposits (bank_account_id, created_at desc);
create index deposits_decided on deposits (reviewed_at) where reviewed_at is not null;
create index deposits_age on deposits using brin (created_at)
with (autosummarize = on, pages_per_range = 32);
create index deposits_by_status on deposits (tenant_id, status, created_at desc, id desc);

-- The queue over all tenants, whatever the status, oldest first.
create index deposits_in_order on deposits (created_at, id);
create index deposits_utr_parts on deposits using gin (utr_reference gin_trgm_ops);

-- One transfer is credited once, whichever tenant reports it; a rejected request frees the UTR.
create unique index deposits_utr_once on deposits (utr_key) where status <> 'failed';
create index deposits_refused_utr on deposits (utr_key) where status = 'failed';

-- Requests that wait for an account, for its warning before it is deactivated.
create index deposits_waiting_for on deposits (receiving_account_id) where status = 'pending';

-- A tenant's own account number with a provider: what arrives on it is the tenant's.
create table virtual_accounts (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  adapter text not null,
  -- Sent with each attempt, so that the provider opens one account only.
  key text not null unique check (key ~ '^[A-Z0-9]{1,20}$'),
  -- The provider's answer, once there is one.
  provider_reference text,
  account_number text,
  ifsc_code text,
  state text not null default 'opening' check (state in ('opening', 'open', 'closing', 'closed')),
  -- The provider takes money only from approved accounts: which list of them it should have, and
  -- which one it has. They differ while the provider is asked.
  lock_wanted integer not null default 1,
  lock_set integer not null default 0,
  locked_at timestamptz,
  -- The background job, which checks once more before it ends; null while there is nothing to do.
  job_id uuid,
  made_by uuid not null references people,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  check ((provider_reference is null) = (account_number is null)),
  check ((account_number is null) = (ifsc_code is null)),
  check (state <> 'open' or provider_reference is not null),
  unique (adapter, provider_reference)
);
create unique index virtual_accounts_one on virtual_accounts (tenant_id, adapter)
where state <> 'closed';

-- Money that arrived on a virtual account, once for each credit of the provider's, however often it
-- is reported.
create table incoming_credits (
  id uuid primary key,
  adapter text not null,
  credit_reference text not null,
  -- The provider's name for the account, and ours of it when we know it.
  virtual_account_reference text not null,
  virtual_account_id uuid references virtual_accounts,
  amount_paise bigint not null check (amount_paise > 0),
  -- As the bank wrote it, and as a UTR where it is one.
  bank_reference text,
  utr_reference text check (utr_reference ~ '^[A-Z0-9]{12,22}$'),
  sender_number_encrypted bytea,
  sender_number_end text,
  sender_ifsc text,
  sender_name text,
  sent_at timestamptz not null,
  created_at timestamptz not null,
  -- `arriving` only within the transaction that brings it.
  state text not null
    check (state in ('arriving', 'credited', 'suspense', 'assigned', 'returned', 'dismissed')),
  -- Why it went to the suspense account.
  reason text,
  deposit_id uuid references deposits,
  -- Above the limit in System Settings two people decide: what the first of them wants.
  first_decision json,
  first_decided_by uuid references people,
  first_decided_at timestamptz,
  decided_by uuid references people,
  decided_at timestamptz,
  note text,
  return_utr text,
  utr_key text generated always as (
    regexp_replace(
      regexp_replace(
        utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
      ),
      '^0+([0-9]+)$', '\1'
    )
  ) stored,
  -- The request that may be about the same transfer under another UTR.
  similar_deposit_id uuid constraint incoming_credits_similar references deposits,
  receiving_account_id uuid constraint incoming_credits_arrived_in references receiving_accounts,
  -- The chargeback that took the money out of suspense, instead of a person.
  chargeback_id uuid,
  -- The command line took play money out of suspense, instead of a person.
  was_sandbox_money boolean not null default false,
  check ((state in ('arriving', 'credited')) = (reason is null)),
  check ((state in ('credited', 'assigned')) = (deposit_id is not null)),
  check (first_decided_by is null or decided_by is null or first_decided_by <> decided_by),
  unique (adapter, credit_reference),
  constraint incoming_credits_charged_back check (
    chargeback_id is null
    or (state = 'returned' and decided_by is null)
  ),
  constraint incoming_credits_decided check (
    (state in ('assigned', 'returned', 'dismissed'))
    = (decided_by is not null or chargeback_id is not null or was_sandbox_money)
  )
);
create unique index incoming_credits_of_deposit on incoming_credits (deposit_id)
where deposit_id is not null;
create index incoming_credits_queue on incoming_credits (state, created_at, id);

-- What went to suspense, whatever became of it.
create index incoming_credits_suspended on incoming_credits (created_at, id)
where reason is not null;
create index incoming_credits_decided on incoming_credits (decided_at) where decided_at is not null;
create index incoming_credits_utr on incoming_credits (utr_key)
where state in ('suspense', 'returned', 'dismissed');

-- The review of a request looks for money of its amount on the tenant's virtual accounts.
create index incoming_credits_of_account on incoming_credits (
  virtual_account_id, amount_paise, created_at
)
where virtual_account_id is not null;

-- Credits that a provider took back, once for each refund or lost dispute.
create table credit_chargebacks (
  id uuid primary key,
  adapter text not null,
  reference text not null,
  credit_reference text not null,
  amount_paise bigint not null check (amount_paise > 0),
  created_at timestamptz not null,
  -- `waiting` until its credit is known; `contradiction` until a person decides.
  state text not null
    check (state in ('waiting', 'debited', 'returned', 'contradiction', 'handled')),
  incoming_credit_id uuid references incoming_credits,
  -- Why a person has to decide it, and what that person found.
  why text,
  note text,
  handled_by uuid references people,
  handled_at timestamptz,
  check (state = 'waiting' or incoming_credit_id is not null),
  check ((handled_by is null) = (handled_at is null)),
  unique (adapter, reference)
);
create index credit_chargebacks_waiting on credit_chargebacks (adapter, credit_reference)
where state = 'waiting';
create index credit_chargebacks_open on credit_chargebacks (created_at)
where state = 'contradiction';

-- Up to when each provider's own list of credits has been read.
create table credit_sweeps (
  adapter text primary key,
  read_to timestamptz not null
);

-- With which columns a bank's statement was read last, by the words of its header.
create table statement_formats (
  fingerprint bytea primary key,
  columns json not null,
  saved_by uuid not null references people,
  saved_at timestamptz not null
);

create table statement_imports (
  id uuid primary key,
  file_name text not null,
  file_digest bytea not null,
  kind text not null check (kind in ('csv', 'xlsx')),
  format_fingerprint bytea not null,
  columns json not null,
  line_count integer not null,
  seen_count integer not null,
  -- The first import of the very same file.
  same_file_as uuid references statement_imports,
  imported_by uuid not null references people,
  imported_at timestamptz not null,
  receiving_account_id uuid constraint statement_imports_of_account references receiving_accounts
);
create index statement_imports_newest on statement_imports (imported_at desc, id desc);
create index statement_imports_of_file on statement_imports (file_digest, imported_at);

-- Money that arrived, once for each line however many files have it: day, amount, and UTR or
-- narration, with a running number for lines that are alike.
create table statement_credits (
  id uuid primary key,
  fingerprint bytea not null unique,
  first_import_id uuid not null references statement_imports,
  -- The request that this money was used for: a line pays for one.
  deposit_id uuid references deposits
);
create index statement_credits_of_deposit on statement_credits (deposit_id)
where deposit_id is not null;

-- What one file has, line by line, and what came of it when it was imported.
create table statement_lines (
  id uuid primary key,
  import_id uuid not null references statement_imports,
  line_number integer not null,
  -- None for a debit, and for what could not be read.
  credit_id uuid references statement_credits,
  booked_on date,
  amount_paise bigint,
  reference text,
  outcome text not null,
  reason text not null,
  -- Why a person reviews it, whichever request it is about: its row is hidden, or its balance breaks.
  review_reason text,
  deposit_id uuid references deposits,
  -- Banks write account numbers and UPI ids into it.
  narration_encrypted bytea,
  -- The same debit line in overlapping files has the same fingerprint.
  debit_fingerprint bytea,
  unique (import_id, line_number)
);

-- The review of a request reads the statement line that has its UTR and another amount.
create index statement_lines_of_deposit on statement_lines (deposit_id)
where outcome = 'amount_differs';

-- Credit lines by UTR key, as `statement_debits` has the debit lines.
create table statement_credit_keys (
  utr_key text not null,
  line_id uuid not null references statement_lines,
  primary key (utr_key, line_id)
);

-- UTR keys on debit lines of imported statements: under them a bank takes a transfer back.
create table statement_debits (
  utr_key text not null,
  line_id uuid not null references statement_lines,
  primary key (utr_key, line_id)
);

-- Closing balances of a receiving account: of an imported statement, or as a person entered it.
create table bank_balances (
  id uuid primary key,
  receiving_account_id uuid not null references receiving_accounts,
  day date not null,
  balance_paise bigint not null,
  import_id uuid references statement_imports,
  -- The first day of the statement, and the balance before its first line.
  covers_from date,
  opening_paise bigint,
  note text,
  recorded_by uuid not null references people,
  recorded_at timestamptz not null,
  check ((import_id is null) = (covers_from is null)),
  check ((import_id is null) = (opening_paise is null))
);
create index bank_balances_newest on bank_balances (
  receiving_account_id, day desc, recorded_at desc, id desc
);

alter table incoming_credits add constraint incoming_credits_chargeback foreign key (chargeback_id) references credit_chargebacks;
