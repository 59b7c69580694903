-- Restores of a backup on a scratch server, each stored by the command that did it.
create table restore_drills (
  id uuid primary key,
  started_at timestamptz not null,
  -- Null while it runs, and when its process ended before it did.
  finished_at timestamptz,
  -- The file or folder without its path; null when no backup was found.
  backup_name text check (length(backup_name) <= 255),
  backup_at timestamptz,
  restore_ms integer check (restore_ms >= 0),
  verify_ms integer check (verify_ms >= 0),
  -- What the verification of the restored books compared, and what it found.
  rule_count integer not null default 0 check (rule_count >= 0),
  fault_count integer not null default 0 check (fault_count >= 0),
  faulty_rules text[] not null default '{}',
  -- Why it could not be done, without paths and numbers.
  problem text check (length(problem) <= 200),
  check (problem is null or finished_at is not null)
);
