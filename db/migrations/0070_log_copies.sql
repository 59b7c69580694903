-- How far the receivers outside have the audit log, and when they last got the heads of both chains.
create table log_copies (
  name text primary key,
  -- The last row of the audit log that the receiver has acknowledged.
  sent_seq bigint not null default 0,
  -- The day whose heads it has.
  sent_on date,
  sent_at timestamptz,
  -- The worker that sends now. Others wait until it is over.
  lease uuid not null,
  leased_until timestamptz not null,
  -- Since the last success.
  -- squawk-ignore prefer-bigint-over-int
  failed_times integer not null default 0,
  next_attempt_at timestamptz not null,
  problem text
);
