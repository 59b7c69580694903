-- Up to when each provider's list of credits on our own account with it has been read.
create table account_credit_sweeps (
  adapter text primary key,
  read_to timestamptz not null
);
