import type { Activity } from "@rokad/contract/activity";
import { sql } from "kysely";
import { database } from "../db.ts";

/** What is done is deleted after 30 days, so that there are never many. */
export async function countJobs(): Promise<Activity["jobs"]> {
  const { rows } = await sql<Activity["jobs"]>`
    select count(*) filter (where status = 'waiting')::int as waiting_count,
      count(*) filter (where status = 'running')::int as running_count,
      count(*) filter (where status = 'waiting' and tries > 0)::int as retrying_count,
      count(*) filter (where status = 'dead')::int as dead_count,
      count(*) filter (where status = 'done')::int as done_count
    from background_jobs
  `.execute(database());
  const [counted] = rows;
  if (!counted) throw new Error("An aggregate without a group has one row");
  return counted;
}
