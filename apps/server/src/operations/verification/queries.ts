import { now } from "../../kernel/clock.ts";
import { violatedConstraint, type Db, type Tx } from "../../database/db.ts";

/** Verifications with the requester's name and the job's status. */
export function selectVerifications(db: Db) {
  return db
    .selectFrom("verifications")
    .leftJoin("people", "people.id", "verifications.requested_by")
    .leftJoin("background_jobs", "background_jobs.id", "verifications.job_id")
    .select([
      "verifications.id",
      "origin",
      "people.name as requested_by",
      "requested_at",
      "verifications.finished_at",
      "ms",
      "checks",
      "fault_count",
      "problem",
      "background_jobs.status as job_status",
      "background_jobs.last_error",
      "background_jobs.progress_done",
    ]);
}

export type VerificationRow = Awaited<
  ReturnType<ReturnType<typeof selectVerifications>["execute"]>
>[number];

/** Whether the verification is unfinished although its job is dead or deleted. */
export function isStranded({ finished_at, job_status }: VerificationRow): boolean {
  return finished_at === null && (job_status === null || job_status === "dead");
}

/** Closes verifications whose job died, with the reason, so that the next one can start. */
export async function closeStrandedVerifications(db: Tx): Promise<void> {
  const rows = await selectVerifications(db)
    .where("verifications.finished_at", "is", null)
    .execute();
  for (const row of rows.filter(isStranded)) {
    await db
      .updateTable("verifications")
      .set({ finished_at: now(), problem: row.last_error ?? "The job was discarded" })
      .where("id", "=", row.id)
      .execute();
  }
}

export function isAlreadyUnderWay(error: unknown): boolean {
  return violatedConstraint(error) === "verifications_in_progress";
}
