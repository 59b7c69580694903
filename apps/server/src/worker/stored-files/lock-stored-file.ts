import type { Tx } from "../../database/db.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
import { findOwnFile, type FileRow } from "./stored-file.ts";

/**
 * Finds a person's own file and locks it with its job, so that no worker starts or finishes the job
 * until the transaction ends. Locks the job before the file, in the same order as a discarded job.
 */
export async function lockOwnFile(
  db: Tx,
  person: Person,
  kinds: readonly FileRow["kind"][],
  id: string,
): Promise<FileRow | undefined> {
  const file = await findOwnFile(db, ownerIdOf(person), kinds, id);
  if (!file) return undefined;
  if (file.job_id) {
    await db
      .selectFrom("background_jobs")
      .select("id")
      .where("id", "=", file.job_id)
      .forUpdate()
      .executeTakeFirst();
  }
  await db.selectFrom("stored_files").select("id").where("id", "=", id).forUpdate().execute();
  return findOwnFile(db, ownerIdOf(person), kinds, id);
}

/** Deletes the file's job. The worker of a running job notices it within a second. */
export async function deleteFileJob(db: Tx, { job_id: job }: FileRow): Promise<void> {
  if (job) await db.deleteFrom("background_jobs").where("id", "=", job).execute();
}
