import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import type { KeptFiles } from "../database.generated.ts";
import { newId } from "../ids.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import type { Person } from "../sign-in/person.ts";
import { filesOf } from "./kept-file.ts";

interface Wanted {
  readonly kind: KeptFiles["kind"];
  readonly format: KeptFiles["format"];
  readonly filter: object;
  /** Of those in `work-of-jobs.ts`, the one that makes it. */
  readonly job: string;
}

/**
 * Two that this person asks for at the same moment are counted one after the other.
 * @returns how many of these kinds are being made for them.
 */
export async function countUnderWay(
  db: Tx,
  person: Person,
  kinds: readonly KeptFiles["kind"][],
): Promise<number> {
  await db
    .selectFrom("people")
    .select("id")
    .where("id", "=", person.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const underWay = await filesOf(db, person.id, kinds)
    .where("background_jobs.status", "in", ["waiting", "running"])
    .execute();
  return underWay.length;
}

/** Records that a file is wanted, and the job that makes it. */
export async function askForFile(
  db: Tx,
  person: Person,
  { kind, format, filter, job }: Wanted,
): Promise<string> {
  const id = newId();
  const job_id = await enqueueFile(db, person, job, id);
  await db
    .insertInto("kept_files")
    .values({
      id,
      asked_by: person.id,
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

/** Its job is dead, was discarded or forgotten: it gets another one, with all its tries. */
export async function askAgain(db: Tx, person: Person, job: string, id: string): Promise<void> {
  const job_id = await enqueueFile(db, person, job, id);
  await db
    .updateTable("kept_files")
    .set({ job_id, failed_at: null })
    .where("id", "=", id)
    .execute();
}
