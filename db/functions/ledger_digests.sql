-- A digest of each posting with its entries, for the checkpoints. Changing it breaks them all. The
-- receiving account of an entry was added later: an entry without one keeps its digest.
create or replace function ledger_digests(after_id uuid, up_to_id uuid)
returns table (posting_id uuid, digest bytea)
language sql
stable
as $$
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
    )::text || coalesce(' in ' || e.receiving_account_id, ''), 'UTF8'))
    from ledger_entries as e where e.posting_id > after_id and e.posting_id <= up_to_id
  )
  select id,
    sha256(string_agg(hashed.digest, ''::bytea order by line))
      || string_agg(substr(hashed.digest, 1, 4), ''::bytea order by line)
  from hashed group by id
$$;
