import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/** The result of verifying the audit log's hash chain. */
export interface LogVerification {
  /** Each fault as a sentence that names its row. */
  readonly faults: string[];
  readonly rows: bigint;
  /** The end of the chain. A copy kept elsewhere shows later whether rows were cut off. */
  readonly head: { readonly seq: bigint; readonly hash: string };
}

/** Bounds memory when an attack changed many rows. */
const faultsMax = 200;

/**
 * Verifies the hash chain from its first row to its head, and names each row that was changed,
 * removed, inserted or moved. Ignores rows added during the check.
 */
export async function verifyLog(db: Db): Promise<LogVerification> {
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
      select seq, previous_hash, hash, sha256(audit_line(audit_log)) as actual,
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
        when hash <> actual then 'row ' || seq || ' was changed'
        else 'row ' || seq || ' does not follow the row before'
      end as fault
    from chained
    where hash <> actual or seq <> seq_before + 1 or previous_hash <> hash_before
    limit ${faultsMax}
  `.execute(db);
  const { rows: ends } = await sql<{ fault: string }>`
    select case
        when ended.seq < ${head.seq}
          then 'rows ' || (ended.seq + 1) || ' to ' || ${head.seq}::bigint || ' are missing at the end'
        else 'the head of the audit log does not match row ' || ${head.seq}::bigint
      end as fault
    from (select coalesce(max(seq), 0) as seq from audit_log where seq <= ${head.seq}) as ended
    where ${head.seq}::bigint > 0 and not exists (
      select from audit_log where seq = ${head.seq} and encode(hash, 'hex') = ${head.hash}
    )
    union all
    -- The trigger moves the head with each row, so a row after the head bypassed the trigger.
    select 'row ' || audit_log.seq || ' was added after the head'
    from audit_log, audit_head where audit_log.seq > audit_head.seq
    limit ${faultsMax}
  `.execute(db);
  const faults = [...rows, ...ends];
  // Faults in rows explain faults in the daily index, so report those alone.
  if (faults.length === 0) faults.push(...(await verifyDays(db)));
  return { faults: faults.map(({ fault }) => fault), rows: head.rows, head };
}

/** Compares the daily index with the rows: filters can't find a row that the index misses. */
async function verifyDays(db: Db): Promise<{ readonly fault: string }[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'the index of ' || coalesce(indexed.day, actual.day) || ' ('
      || coalesce(indexed.act, actual.act) || ') does not match its rows' as fault
    from (
      select (at at time zone 'Asia/Kolkata')::date as day, act, count(*) as count,
        min(seq) as first_seq, max(seq) as last_seq
      from audit_log group by 1, 2
    ) as actual
    full join audit_days as indexed using (day, act)
    where (indexed.count, indexed.first_seq, indexed.last_seq)
      is distinct from (actual.count, actual.first_seq, actual.last_seq)
    limit ${faultsMax}
  `.execute(db);
  return rows;
}
