import { sql, type RawBuilder } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { transaction } from "../db.ts";
import { announceJobs } from "./announce-jobs.ts";
import { jobTriesMax, type Job } from "./job.ts";

export interface Progress {
  readonly done: bigint;
  readonly total: bigint | undefined;
}

/** Keeps a job for another `claimSeconds` and tells how far it is. */
export function renewClaim(
  job: Job,
  claimSeconds: number,
  { done, total }: Progress,
): Promise<boolean> {
  return move(
    job,
    sql`claimed_until = ${secondsFromNow(claimSeconds)}, progress_done = ${done},
      progress_total = ${total ?? null}`,
  );
}

export function recordDone(job: Job, { total, done }: Progress): Promise<boolean> {
  return move(
    job,
    sql`status = 'done', claimed_until = null, finished_at = ${now()}, last_error = null,
      progress_done = ${total ?? done}, progress_total = ${total ?? done}`,
  );
}

/** The process stops: as if it had not begun, for the next one to take at once. */
export function putBack(job: Job): Promise<boolean> {
  return move(
    job,
    sql`status = 'waiting', claimed_until = null, due_at = ${now()}, tries = tries - 1`,
  );
}

/**
 * A try failed. The next one comes after 15 s, 1 minute, 4 and 16 minutes; then it is dead, and
 * at once when trying again is no use.
 */
export function recordFailure(job: Job, why: string, hopeless: boolean): Promise<boolean> {
  if (hopeless || job.tries >= jobTriesMax) {
    return move(
      job,
      sql`status = 'dead', claimed_until = null, finished_at = ${now()}, last_error = ${why}`,
    );
  }
  const dueAt = secondsFromNow(15 * 4 ** (job.tries - 1));
  return move(
    job,
    sql`status = 'waiting', claimed_until = null, due_at = ${dueAt}, last_error = ${why}`,
  );
}

/** @returns false when the claim ran out and the job is another worker's now. */
function move(job: Job, change: RawBuilder<unknown>): Promise<boolean> {
  return transaction(async (db) => {
    const { numAffectedRows } = await sql`
      update background_jobs set ${change}
      where id = ${job.id} and status = 'running' and tries = ${job.tries}
    `.execute(db);
    if (!numAffectedRows) return false;
    await announceJobs(db, job.createdBy);
    return true;
  });
}
