-- The bytes of a checkpoint that its hash covers. Changing them breaks every older hash.
create or replace function ledger_seal_line(seal ledger_seals)
returns bytea
language sql
stable
as $$
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
