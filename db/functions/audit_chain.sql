-- Numbers a row of the audit log and chains its hash to the row before. The lock on the head makes
-- rows wait for each other, so that numbers have no gaps.
create or replace function audit_chain()
returns trigger
language plpgsql
as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := sha256(audit_line(new));
  update audit_head set seq = new.seq, hash = new.hash;
  insert into audit_days as stored (day, act, count, first_seq, last_seq)
  values ((new.at at time zone 'Asia/Kolkata')::date, new.act, 1, new.seq, new.seq)
  on conflict (day, act) do update set
    count = stored.count + 1, last_seq = excluded.last_seq;
  return new;
end
$$;
