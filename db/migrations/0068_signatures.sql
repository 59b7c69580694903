-- What super admins sign besides their session: one request, or the items or steps of one. The
-- digests are keyed, because a request may hold a password.
create table signatures (
  id uuid primary key,
  person_id uuid not null references people,
  session_id uuid not null references sessions,
  content_digest bytea not null,
  -- Null for a request in steps, whose number nobody knows before.
  item_digests bytea[],
  -- What was carried out, or is about to be. Each item and step is signed once.
  used_digests bytea[] not null default '{}',
  -- SHA-256 of the token that the proof was exchanged for; null before.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index signatures_created on signatures (created_at);

alter table one_time_codes drop constraint one_time_codes_purpose_check;
-- Earlier purposes stay, so no row needs to be read.
alter table one_time_codes add constraint one_time_codes_purpose_check
check (
  purpose in ('sign_in', 'payout', 'credential', 'decision', 'proposal', 'own_money', 'step_up')
) not valid;
