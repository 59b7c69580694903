import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { jobNotDead, notFound } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Retries a dead job: it is due now and has all its tries again.
 * @throws 404 for an unknown job; 409 `JOB_NOT_DEAD` if it was already retried or discarded.
 */
export function retryJob(person: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    const job = await lockDead(db, id);
    await db
      .updateTable("background_jobs")
      .set({ status: "waiting", tries: 0, due_at: now(), finished_at: null, last_error: null })
      .where("id", "=", id)
      .execute();
    await publishToSuperAdmins(db, ["jobs"]);
    await record(db, { act: "job.retried", by: person, subject: { kind: "job", id }, before: job });
  });
}

/**
 * Deletes a dead job without running it.
 * @throws 404 for an unknown job; 409 `JOB_NOT_DEAD` if it was already retried or discarded.
 */
export function discardJob(person: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    const job = await lockDead(db, id);
    await db.deleteFrom("background_jobs").where("id", "=", id).execute();
    await publishToSuperAdmins(db, ["jobs"]);
    await record(db, {
      act: "job.discarded",
      by: person,
      subject: { kind: "job", id },
      before: job,
    });
  });
}

/** Closes the race between two decisions: the second waits for the lock and finds the first one. */
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
