import { auditActs, type AuditAct } from "@rokad/contract/audit";
import { sql } from "kysely";
import { database } from "../../database/db.ts";

/** A row of the audit log with its hashes; no name or mobile number that the log does not have. */
export interface AuditRow {
  readonly seq: bigint;
  /** UTC with microseconds, such as `2026-11-23T04:05:06.123456Z`. */
  readonly at: string;
  readonly act: string;
  readonly actor_id: string | null;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly reason: string | null;
  /** JSON as it was written: the hash covers this text. */
  readonly before: string | null;
  readonly after: string | null;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

/** Rows after a row number, oldest first. Numbers have no gaps and are visible in order. */
export async function selectRowsAfter(seq: bigint, limit: number): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, act, actor_id,
      subject_kind, subject_id, reason, before::text, after::text, address, user_agent,
      encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
    from audit_log where seq > ${seq} order by seq limit ${limit}
  `.execute(database());
  return rows;
}

/** The row as one line of JSON. */
export function auditJson(row: AuditRow): string {
  return JSON.stringify({ ...row, seq: Number(row.seq), text: actText(row.act) });
}

/** The words of Security Logs; an older version's unknown action keeps its code. */
export function actText(act: string): string {
  return Object.hasOwn(auditActs, act) ? auditActs[act as AuditAct] : act;
}
