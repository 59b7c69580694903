import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import type { StoredFiles } from "../../database/tables.generated.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
import { selectFiles } from "./stored-file.ts";

interface FileRequest {
  readonly kind: StoredFiles["kind"];
  readonly format: StoredFiles["format"];
  readonly filter: object;
  /** The kind of job that creates the file: a key of `job-handlers.ts`. */
  readonly job: string;
}

/**
 * Counts the person's files in progress. Closes the race between two requests of a person: the lock
 * makes the second count the file of the first.
 */
export async function countFilesInProgress(
  db: Tx,
  person: Person,
  kinds: readonly StoredFiles["kind"][],
): Promise<number> {
  await db
    .selectFrom("people")
    .select("id")
    .where("id", "=", ownerIdOf(person))
    .forNoKeyUpdate()
    .executeTakeFirst();
  const inProgress = await selectFiles(db, ownerIdOf(person), kinds)
    .where("background_jobs.status", "in", ["waiting", "running"])
    .execute();
  return inProgress.length;
}

/** Adds a file and the job that creates it. @returns the id of the file. */
export async function requestFile(
  db: Tx,
  person: Person,
  { kind, format, filter, job }: FileRequest,
): Promise<string> {
  const id = newId();
  const job_id = await enqueueFile(db, person, job, id);
  await db
    .insertInto("stored_files")
    .values({
      id,
      owner_id: ownerIdOf(person),
      requested_by: person.member.id === ownerIdOf(person) ? null : person.member.id,
      kind,
      format,
      filter: JSON.stringify(filter),
      job_id,
      created_at: now(),
    })
    .execute();
  return id;
}

function enqueueFile(db: Tx, person: Person, job: string, id: string): Promise<string> {
  return enqueueJob(db, { kind: job, payload: { file_id: id }, by: person });
}

/** Adds a new job for a file whose job is dead, discarded or deleted. */
export async function requestFileAgain(
  db: Tx,
  person: Person,
  job: string,
  id: string,
): Promise<void> {
  const job_id = await enqueueFile(db, person, job, id);
  await db
    .updateTable("stored_files")
    .set({ job_id, failed_at: null })
    .where("id", "=", id)
    .execute();
}
