-- Who did what, from where, what was before and after: append-only, and each row carries the
-- hash of the one before, so that a row that was changed, removed or put elsewhere is found.
create table audit_log (
  -- Without gaps: a row and its number are kept or undone together.
  seq bigint primary key,
  at timestamptz not null,
  -- Nobody, when somebody tried who was not signed in, or when the product did it by itself.
  actor_id uuid references people,
  act text not null,
  -- What it was done to: a tenant, a deposit, a setting.
  subject_kind text,
  subject_id text,
  reason text,
  -- json, not jsonb: the text is hashed as it was written.
  before json,
  after json,
  address text,
  user_agent text,
  previous_hash bytea not null,
  hash bytea not null
);

create index audit_log_of_actor on audit_log (actor_id, seq desc);
create index audit_log_of_subject on audit_log (subject_id, seq desc);
create index audit_log_of_act on audit_log (act, seq desc);
create index audit_log_at on audit_log (at);

-- Where the chain ends: its row is the lock under which rows are added one after the other.
create table audit_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null,
  hash bytea not null
);

insert into audit_head (seq, hash) values (0, sha256('rokad audit log'));

-- What is hashed of a row: every column but the hash itself, in an order that never changes.
create function audit_line(entry audit_log) returns bytea language sql stable as $$
  select convert_to(
    json_build_array(
      entry.seq,
      to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      entry.actor_id,
      entry.act,
      entry.subject_kind,
      entry.subject_id,
      entry.reason,
      entry.before::text,
      entry.after::text,
      entry.address,
      entry.user_agent,
      encode(entry.previous_hash, 'hex')
    )::text,
    'UTF8'
  )
$$;

-- The database itself numbers and chains, so that whoever writes can't do it otherwise.
create function audit_chain() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := sha256(audit_line(new));
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end
$$;

create trigger audit_log_chained
before insert on audit_log
for each row execute function audit_chain();

create trigger audit_log_immutable
before update or delete or truncate on audit_log
for each statement execute function ledger_refuse_change();

-- There are few super admins among many people, and they are told of what waits for them.
-- A short table: nobody waits while it is built.
-- squawk-ignore require-concurrent-index-creation
create index people_super_admins on people (id) where role = 'superadmin';
