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
    from payouts where due_at is not null
  `.execute(db);
  const jobs = await sql<Depth>`
    select count(*) filter (where open and due_at <= ${now()})::int as due,
      min(due_at) filter (where open and due_at <= ${now()}) as oldest_due_at,
      count(*) filter (where open and due_at > ${now()})::int as later,
      count(*) filter (where not open)::int as dead
    from (
      select status in ('waiting', 'running') as open, coalesce(claimed_until, due_at) as due_at
      from background_jobs where status in ('waiting', 'running', 'dead')
    ) as jobs
  `.execute(db);
  return [
    { name: "payouts", ...depthOf(payouts.rows[0]) },
    { name: "background_jobs", ...depthOf(jobs.rows[0]) },
  ];
}

function depthOf(row: Depth | undefined) {
  if (!row) throw new Error("The queue query returned no row");
  return { ...row, oldest_due_at: row.oldest_due_at?.toISOString() ?? null };
}
