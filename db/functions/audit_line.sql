-- The bytes of an audit row that its hash covers. Changing them breaks every older hash.
create or replace function audit_line(entry audit_log)
returns bytea
language sql
stable
as $$
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
