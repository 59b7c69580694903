import { sql, type RawBuilder } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { jobTriesMax, type Job } from "./job.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

export interface Progress {
  readonly done: bigint;
  readonly total: bigint | undefined;
}

/**
 * Extends the lease by `leaseSeconds` and stores the progress.
 * @returns false if the lease expired and another worker has the job, as for all functions here.
 */
export function renewLease(
  job: Job,
  leaseSeconds: number,
  { done, total }: Progress,
): Promise<boolean> {
  return updateLeased(
    job,
    sql`leased_until = ${secondsFromNow(leaseSeconds)}, progress_done = ${done},
      progress_total = ${total ?? null}`,
  );
}

/** Marks the job as done. */
export function recordDone(job: Job, { total, done }: Progress): Promise<boolean> {
  return updateLeased(
    job,
    sql`status = 'done', leased_until = null, finished_at = ${now()}, last_error = null,
      progress_done = ${total ?? done}, progress_total = ${total ?? done}`,
  );
}

/** Returns the job without counting the try, when the process stops. It is due at once. */
export function returnToQueue(job: Job): Promise<boolean> {
  return updateLeased(
    job,
    sql`status = 'waiting', leased_until = null, due_at = ${now()}, tries = tries - 1`,
  );
}

/**
 * Records a failed try. The next ones follow after 15 s, 1, 4 and 16 minutes; then the job is dead.
 * @param isFinal true if a retry would fail too: the job is dead at once.
 */
export function recordFailure(job: Job, why: string, isFinal: boolean): Promise<boolean> {
  if (isFinal || job.tries >= jobTriesMax) {
    return updateLeased(
      job,
      sql`status = 'dead', leased_until = null, finished_at = ${now()}, last_error = ${why}`,
    );
  }
  const dueAt = secondsFromNow(15 * 4 ** (job.tries - 1));
  return updateLeased(
    job,
    sql`status = 'waiting', leased_until = null, due_at = ${dueAt}, last_error = ${why}`,
  );
}

/** The number of tries identifies the lease: another worker would have increased it. */
function updateLeased(job: Job, change: RawBuilder<unknown>): Promise<boolean> {
  return transaction(async (db) => {
    const { numAffectedRows } = await sql`
      update background_jobs set ${change}
      where id = ${job.id} and status = 'running' and tries = ${job.tries}
    `.execute(db);
    if (!numAffectedRows) return false;
    await publishToSuperAdmins(db, ["jobs"], job.createdBy);
    return true;
  });
}
