import type { Queue } from "@rokad/contract/database";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";

interface Depth {
  due: number;
  oldest_due_at: Date | null;
  later: number;
  dead: number;
}

/** Depth of each work queue. An expired lease makes its row due again. */
export async function listQueues(db: Db): Promise<Queue[]> {
  const payouts = await sql<Depth>`
    select count(*) filter (where due_at <= ${now()})::int as due,
      min(due_at) filter (where due_at <= ${now()}) as oldest_due_at,
      count(*) filter (where due_at > ${now()})::int as later, 0 as dead
    from payout_queue
  `.execute(db);
  const jobs = await sql<Depth>`
    select count(*) filter (where open and due_at <= ${now()})::int as due,
      min(due_at) filter (where open and due_at <= ${now()}) as oldest_due_at,
      count(*) filter (where open and due_at > ${now()})::int as later,
      count(*) filter (where not open)::int as dead
    from (
      select status in ('waiting', 'running') as open, coalesce(leased_until, due_at) as due_at
      from background_jobs where status in ('waiting', 'running', 'dead')
    ) as jobs
  `.execute(db);
  return [
    { name: "payouts", ...depthOf(payouts.rows[0]) },
    { name: "background_jobs", ...depthOf(jobs.rows[0]) },
    ...(await listAuditCopies(db)),
  ];
}

/** The rows of the audit log that a receiver outside has not acknowledged yet. */
async function listAuditCopies(db: Db): Promise<Queue[]> {
  const { rows } = await sql<Depth & { name: "audit_to_syslog" | "audit_to_webhook" }>`
    select 'audit_to_' || copy.name as name, greatest(audit_head.seq - sent_seq, 0)::int as due,
      (select at from audit_log where audit_log.seq = sent_seq + 1) as oldest_due_at,
      0 as later, 0 as dead
    from log_copies as copy, audit_head
    where copy.name in ('syslog', 'webhook') order by copy.name
  `.execute(db);
  return rows.map(({ name, ...row }) => ({ name, ...depthOf(row) }));
}

function depthOf(row: Depth | undefined) {
  if (!row) throw new Error("The queue query returned no row");
  return { ...row, oldest_due_at: row.oldest_due_at?.toISOString() ?? null };
}
