import type { Activity } from "@rokad/contract/activity";
import { sql } from "kysely";
import { database } from "../../database/db.ts";

/** Counts background jobs by status. Done jobs are deleted after 30 days, so the table stays small. */
export async function countJobs(): Promise<Activity["jobs"]> {
  const { rows } = await sql<Activity["jobs"]>`
    select count(*) filter (where status = 'waiting')::int as waiting_count,
      count(*) filter (where status = 'running')::int as running_count,
      count(*) filter (where status = 'waiting' and tries > 0)::int as retrying_count,
      count(*) filter (where status = 'dead')::int as dead_count,
      count(*) filter (where status = 'done')::int as done_count
    from background_jobs
  `.execute(database());
  const [counts] = rows;
  if (!counts) throw new Error("An aggregate without a group has one row");
  return counts;
}
