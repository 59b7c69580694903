-- Statements of the bank account on which deposits arrive.

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
  imported_at timestamptz not null
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
  narration text,
  outcome text not null,
  reason text not null,
  deposit_id uuid references deposits,
  unique (import_id, line_number)
);

-- Short now, so nobody waits while it is built.
-- squawk-ignore require-concurrent-index-creation
create index deposits_utr_refused on deposits (utr_reference) where status = 'failed';
