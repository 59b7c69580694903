import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { jobTriesMax, type Job } from "./job.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Leases the job that has been due the longest, so that no other worker takes it for `leaseSeconds`.
 * If the worker dies, the lease expires and the job is retried.
 */
export function leaseJob(leaseSeconds: number): Promise<Job | undefined> {
  return transaction(async (db) => {
    await discardCrashLoopingJobs(db);
    const { rows } = await sql<Job>`
      with due as (
        select id from background_jobs
        where status in ('waiting', 'running') and coalesce(leased_until, due_at) <= ${now()}
        order by coalesce(leased_until, due_at) limit 1 for update skip locked
      )
      update background_jobs
      set status = 'running', tries = tries + 1, leased_until = ${secondsFromNow(leaseSeconds)},
        started_at = ${now()}, progress_done = 0, progress_total = null
      from due where background_jobs.id = due.id
      returning background_jobs.id, kind, payload, created_by as "createdBy", tries
    `.execute(db);
    if (rows[0]) await publishToSuperAdmins(db, ["jobs"], rows[0].createdBy);
    return rows[0];
  });
}

/** Marks jobs as dead whose worker died at every try, so that they stop killing workers. */
async function discardCrashLoopingJobs(db: Tx): Promise<void> {
  const { numAffectedRows } = await sql`
    update background_jobs
    set status = 'dead', leased_until = null, finished_at = ${now()},
      last_error = 'Each server that ran this job stopped before it was done'
    where id in (
      select id from background_jobs
      where status = 'running' and leased_until <= ${now()} and tries >= ${jobTriesMax}
      for update skip locked
    )
  `.execute(db);
  if (numAffectedRows) await publishToSuperAdmins(db, ["jobs"]);
}
