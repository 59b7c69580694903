import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { record } from "../audit/record.ts";
import { jobNotDead, notFound } from "../errors.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { announceJobs } from "./announce-jobs.ts";

/**
 * Gives a dead job all its tries again, due now.
 * @throws 404 when there is no such job, 409 `JOB_NOT_DEAD` when somebody else was first.
 */
export function retryJob(person: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    const job = await lockDead(db, id);
    await db
      .updateTable("background_jobs")
      .set({ status: "waiting", tries: 0, due_at: now(), finished_at: null, last_error: null })
      .where("id", "=", id)
      .execute();
    await announceJobs(db);
    await record(db, { act: "job.retried", by: person, subject: { kind: "job", id }, before: job });
  });
}

/**
 * Removes a dead job: what it was to do will not be done.
 * @throws 404 when there is no such job, 409 `JOB_NOT_DEAD` when somebody else was first.
 */
export function discardJob(person: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    const job = await lockDead(db, id);
    await db.deleteFrom("background_jobs").where("id", "=", id).execute();
    await announceJobs(db);
    await record(db, {
      act: "job.discarded",
      by: person,
      subject: { kind: "job", id },
      before: job,
    });
  });
}

/** Two who press at the same time: the second waits here, and finds that it is decided. */
async function lockDead(db: Tx, id: string) {
  const job = await db
    .selectFrom("background_jobs")
    .select(["kind", "status", "tries", "last_error"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw notFound("The job");
  if (job.status !== "dead") throw jobNotDead();
  return job;
}
