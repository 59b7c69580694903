import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Adds a background job in the transaction that needs it, so that both are committed or neither. A
 * worker of any server starts it within a second of the commit.
 * @param kind a key of `job-handlers.ts`.
 * @param payload the job's input as JSON, with ids instead of data.
 * @param by who requested it; null for the product.
 * @returns the job's id.
 */
export async function enqueueJob(
  db: Tx,
  { kind, payload, by }: { kind: string; payload: object; by: Person | null },
): Promise<string> {
  const id = newId();
  await db
    .insertInto("background_jobs")
    .values({
      id,
      kind,
      payload: JSON.stringify(payload),
      due_at: now(),
      created_by: by && ownerIdOf(by),
      created_at: now(),
    })
    .execute();
  await publishToSuperAdmins(db, ["jobs"], by ? ownerIdOf(by) : undefined);
  return id;
}
