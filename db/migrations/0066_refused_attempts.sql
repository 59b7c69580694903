-- Attempts of the current minutes that were refused: the first is in the audit log already, and a
-- row there says how often it was repeated when its minute is over.
create table refused_attempts (
  key text primary key,
  attempt json not null,
  since timestamptz not null,
  -- squawk-ignore prefer-bigint-over-int
  times integer not null
);
