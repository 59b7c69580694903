import type { Tx } from "../db.ts";
import type { Person } from "../sign-in/person.ts";
import { ownFile, type FileRow } from "./kept-file.ts";

/**
 * One of somebody's own files, whose job no worker begins or ends until the transaction is over.
 * The job first, then the file, as whoever discards a job does.
 */
export async function lockOwnFile(
  db: Tx,
  person: Person,
  kinds: readonly FileRow["kind"][],
  id: string,
): Promise<FileRow | undefined> {
  const seen = await ownFile(db, person.id, kinds, id);
  if (!seen) return undefined;
  if (seen.job_id) {
    await db
      .selectFrom("background_jobs")
      .select("id")
      .where("id", "=", seen.job_id)
      .forUpdate()
      .executeTakeFirst();
  }
  await db.selectFrom("kept_files").select("id").where("id", "=", id).forUpdate().execute();
  return ownFile(db, person.id, kinds, id);
}

/** What is left of an earlier job, or one under way, which its worker notices within a second. */
export async function forgetJob(db: Tx, { job_id: job }: FileRow): Promise<void> {
  if (job) await db.deleteFrom("background_jobs").where("id", "=", job).execute();
}
