import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { newId } from "../ids.ts";
import { announceJobs } from "./announce-jobs.ts";

/**
 * Records work to be done, in the transaction that needs it done: both are kept, or neither. A
 * worker of any server begins within a second of the commit.
 * @param kind one of those in `work-of-jobs.ts`.
 * @param payload what the work must know, as JSON: ids rather than what they stand for.
 * @returns the job's id.
 */
export async function enqueueJob(
  db: Tx,
  { kind, payload, by }: { kind: string; payload: object; by: { readonly id: string } | null },
): Promise<string> {
  const id = newId();
  await db
    .insertInto("background_jobs")
    .values({
      id,
      kind,
      payload: JSON.stringify(payload),
      due_at: now(),
      created_by: by?.id ?? null,
      created_at: now(),
    })
    .execute();
  await announceJobs(db, by?.id);
  return id;
}
