import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { announceJobs } from "./announce-jobs.ts";
import { jobTriesMax, type Job } from "./job.ts";

/**
 * Takes the job that has been due the longest, for `claimSeconds`: no other worker sees it until
 * then. A worker that dies with it leaves a claim that runs out, and the job is tried again.
 */
export function claimJob(claimSeconds: number): Promise<Job | undefined> {
  return transaction(async (db) => {
    await buryThoseThatKill(db);
    const { rows } = await sql<Job>`
      with due as (
        select id from background_jobs
        where status in ('waiting', 'running') and coalesce(claimed_until, due_at) <= ${now()}
        order by coalesce(claimed_until, due_at) limit 1 for update skip locked
      )
      update background_jobs
      set status = 'running', tries = tries + 1, claimed_until = ${secondsFromNow(claimSeconds)},
        started_at = ${now()}, progress_done = 0, progress_total = null
      from due where background_jobs.id = due.id
      returning background_jobs.id, kind, payload, created_by as "createdBy", tries
    `.execute(db);
    if (rows[0]) await announceJobs(db, rows[0].createdBy);
    return rows[0];
  });
}

/** A job whose worker died with it every time is not given to another. */
async function buryThoseThatKill(db: Tx): Promise<void> {
  const { numAffectedRows } = await sql`
    update background_jobs
    set status = 'dead', claimed_until = null, finished_at = ${now()},
      last_error = 'Each server that worked on this stopped before it was done'
    where id in (
      select id from background_jobs
      where status = 'running' and claimed_until <= ${now()} and tries >= ${jobTriesMax}
      for update skip locked
    )
  `.execute(db);
  if (numAffectedRows) await announceJobs(db);
}
