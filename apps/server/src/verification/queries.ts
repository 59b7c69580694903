import { now } from "../clock.ts";
import { violated, type Db, type Tx } from "../db.ts";

/** With the name of who asked for it, and how its job stands. */
export function selectVerifications(db: Db) {
  return db
    .selectFrom("verifications")
    .leftJoin("people", "people.id", "verifications.asked_by")
    .leftJoin("background_jobs", "background_jobs.id", "verifications.job_id")
    .select([
      "verifications.id",
      "origin",
      "people.name as asked_by",
      "asked_at",
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

/** Neither waits nor runs any more, though it was never finished: its job is dead or gone. */
export function isStranded({ finished_at, job_status }: VerificationRow): boolean {
  return finished_at === null && (job_status === null || job_status === "dead");
}

/** Makes room for the next: a verification whose job died says why. */
export async function closeStranded(db: Tx): Promise<void> {
  const rows = await selectVerifications(db)
    .where("verifications.finished_at", "is", null)
    .execute();
  for (const row of rows.filter(isStranded)) {
    await db
      .updateTable("verifications")
      .set({ finished_at: now(), problem: row.last_error ?? "It was discarded" })
      .where("id", "=", row.id)
      .execute();
  }
}

export function isUnderWay(error: unknown): boolean {
  return violated(error) === "verifications_under_way";
}
