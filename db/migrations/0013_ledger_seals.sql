-- Seals over the ledger, made some seconds behind it so that posting costs nothing more: each
-- lists the postings of a stretch of ids with a digest of each, and carries the hash of the seal
-- before. A posting or entry that was changed, removed or slipped in afterwards is found.
create table ledger_seals (
  seq bigint primary key,
  sealed_at timestamptz not null,
  -- The stretch: after the seal before's `up_to`, to this one's, which is the last of the list.
  up_to uuid not null,
  posting_ids uuid[] not null,
  -- Of each posting, as `ledger_digests` gives it.
  digests bytea [] not null,
  previous_hash bytea not null,
  hash bytea not null
);

-- Where the chain of seals ends: its row is the lock under which one server at a time seals.
create table ledger_seal_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null,
  up_to uuid not null,
  hash bytea not null
);

insert into ledger_seal_head (seq, up_to, hash)
values (0, '00000000-0000-0000-0000-000000000000', sha256('rokad ledger seals'));

-- The digest of every posting in a stretch of ids, over all columns of it and of its entries:
-- 32 bytes over the whole, then four for each row (the posting, then its entries by line), which
-- tell the row that was changed. Times are in UTC, so that no setting changes what is hashed.
-- Entries whose posting is gone are found too.
create function ledger_digests(after_id uuid, up_to_id uuid)
returns table (posting_id uuid, digest bytea)
language sql stable as $$
  with hashed as (
    select id, 0::smallint as line, sha256(convert_to(json_build_array(
      id, kind, subject_id,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    )::text, 'UTF8')) as digest
    from ledger_postings where id > after_id and id <= up_to_id
    union all
    select e.posting_id, e.line, sha256(convert_to(json_build_array(
      e.posting_id, e.line, e.account, e.wallet_id, e.amount_paise, e.balance_after_paise,
      e.wallet_entry,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    )::text, 'UTF8'))
    from ledger_entries as e where e.posting_id > after_id and e.posting_id <= up_to_id
  )
  select id,
    sha256(string_agg(hashed.digest, ''::bytea order by line))
      || string_agg(substr(hashed.digest, 1, 4), ''::bytea order by line)
  from hashed group by id
$$;

-- What is hashed of a seal: every column but the hash itself.
create function ledger_seal_line(seal ledger_seals) returns bytea language sql stable as $$
  select convert_to(
    json_build_array(
      seal.seq,
      to_char(seal.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      seal.up_to,
      (
        select encode(
          sha256(convert_to(
            string_agg(id || ' ' || encode(digest, 'hex'), e'\n' order by place), 'UTF8'
          )),
          'hex'
        )
        from unnest(seal.posting_ids, seal.digests) with ordinality as listed (id, digest, place)
      ),
      encode(seal.previous_hash, 'hex')
    )::text,
    'UTF8'
  )
$$;

create trigger ledger_seals_immutable
before update or delete or truncate on ledger_seals
for each statement execute function ledger_refuse_change();

-- The result of each check of the audit log that somebody asked for: the newest is shown.
create table audit_checks (
  id uuid primary key,
  checked_at timestamptz not null,
  checked_by uuid not null references people,
  row_count bigint not null,
  -- Each fault as a sentence that names its row; empty when the chain is whole.
  faults text [] not null
);
