import type { Tx } from "../../database/db.ts";
import type { Person } from "../../kernel/person.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";

/**
 * Ensures that a job syncs a virtual account that the caller has locked and changed. A running job
 * reads the account again under the lock before it ends; a dead one does not and is replaced.
 */
export async function ensureSyncJob(
  db: Tx,
  account: { readonly id: string; readonly job_id: string | null },
  by: Person | null,
): Promise<void> {
  if (account.job_id !== null) {
    const active = await db
      .selectFrom("background_jobs")
      .select("id")
      .where("id", "=", account.job_id)
      .where("status", "in", ["waiting", "running"])
      .executeTakeFirst();
    if (active) return;
  }
  const payload = { virtualAccount: account.id };
  const job_id = await enqueueJob(db, { kind: "virtual_account", payload, by });
  await db.updateTable("virtual_accounts").set({ job_id }).where("id", "=", account.id).execute();
}
