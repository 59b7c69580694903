-- The bytes of a checkpoint that its hash covers. Changing them breaks every older hash.
create or replace function ledger_checkpoint_line(checkpoint ledger_checkpoints)
returns bytea
language sql
stable
as $$
  select convert_to(
    json_build_array(
      checkpoint.seq,
      to_char(checkpoint.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      checkpoint.up_to,
      (
        select encode(
          sha256(convert_to(
            string_agg(id || ' ' || encode(digest, 'hex'), e'\n' order by place), 'UTF8'
          )),
          'hex'
        )
        from unnest(checkpoint.posting_ids, checkpoint.digests) with ordinality as listed (id, digest, place)
      ),
      encode(checkpoint.previous_hash, 'hex')
    )::text,
    'UTF8'
  )
$$;
