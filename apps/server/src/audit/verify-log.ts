import { sql } from "kysely";
import type { Db } from "../db.ts";

/** What the chain says of the audit log. */
export interface LogVerdict {
  /** Each as a sentence that names its row. */
  readonly faults: string[];
  readonly rows: bigint;
  /** Where the chain ends. Whoever notes it elsewhere can tell later whether it was cut. */
  readonly head: { readonly seq: bigint; readonly hash: string };
}

/** More than a person can look at; an attack on everything must not fill the memory. */
const faultsMax = 200;

/**
 * Walks the chain from its first row to its head, in one statement that PostgreSQL streams: a
 * row that was changed, removed, added or put elsewhere is named. Rows that are added meanwhile
 * are not looked at.
 */
export async function verifyLog(db: Db): Promise<LogVerdict> {
  const { rows: heads } = await sql<{ seq: bigint; hash: string; rows: bigint }>`
    select seq, encode(hash, 'hex') as hash,
      (select count(*) from audit_log where audit_log.seq <= head.seq) as rows
    from audit_head as head
  `.execute(db);
  const head = heads[0];
  if (!head) {
    const faults = ["the head of the audit log is missing"];
    return { faults, rows: 0n, head: { seq: 0n, hash: "" } };
  }
  const { rows } = await sql<{ fault: string }>`
    with chained as (
      select seq, previous_hash, hash, sha256(audit_line(audit_log)) as found,
        lag(seq, 1, 0::bigint) over in_order as seq_before,
        lag(hash, 1, sha256('rokad audit log')) over in_order as hash_before
      from audit_log where seq <= ${head.seq}
      window in_order as (order by seq)
    )
    select case
        when seq <> seq_before + 1 and seq - seq_before = 2
          then 'row ' || (seq - 1) || ' is missing'
        when seq <> seq_before + 1
          then 'rows ' || (seq_before + 1) || ' to ' || (seq - 1) || ' are missing'
        when hash <> found then 'row ' || seq || ' was changed'
        else 'row ' || seq || ' does not follow the row before'
      end as fault
    from chained
    where hash <> found or seq <> seq_before + 1 or previous_hash <> hash_before
    limit ${faultsMax}
  `.execute(db);
  const { rows: ends } = await sql<{ fault: string }>`
    select case
        when ended.seq < ${head.seq}
          then 'rows ' || (ended.seq + 1) || ' to ' || ${head.seq}::bigint || ' are missing at the end'
        else 'the head of the audit log is not that of row ' || ${head.seq}::bigint
      end as fault
    from (select coalesce(max(seq), 0) as seq from audit_log where seq <= ${head.seq}) as ended
    where ${head.seq}::bigint > 0 and not exists (
      select from audit_log where seq = ${head.seq} and encode(hash, 'hex') = ${head.hash}
    )
    union all
    -- What the trigger adds moves the head: a row beyond it was added past the trigger.
    select 'row ' || audit_log.seq || ' was added behind the head'
    from audit_log, audit_head where audit_log.seq > audit_head.seq
    limit ${faultsMax}
  `.execute(db);
  const faults = [...rows, ...ends];
  // Where rows themselves are amiss, they are what has to be told.
  if (faults.length === 0) faults.push(...(await verifyDays(db)));
  return { faults: faults.map(({ fault }) => fault), rows: head.rows, head };
}

/** What is kept of each day leads to its rows: a row outside of it would not be found by its day. */
async function verifyDays(db: Db): Promise<{ readonly fault: string }[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'the rows of ' || coalesce(kept.day, added.day) || ' (' || coalesce(kept.act, added.act)
      || ') are not those that are kept of the day' as fault
    from (
      select (at at time zone 'Asia/Kolkata')::date as day, act, count(*) as count,
        min(seq) as first_seq, max(seq) as last_seq
      from audit_log group by 1, 2
    ) as added
    full join audit_days as kept using (day, act)
    where (kept.count, kept.first_seq, kept.last_seq)
      is distinct from (added.count, added.first_seq, added.last_seq)
    limit ${faultsMax}
  `.execute(db);
  return rows;
}
