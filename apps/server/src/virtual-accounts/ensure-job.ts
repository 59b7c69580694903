import type { Tx } from "../db.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";

/**
 * Sees to it that a job looks at a virtual account that the caller has locked and changed. One that
 * is under way looks again before it ends, under the same lock; a dead one does not, so another
 * takes its place.
 */
export async function ensureJob(
  db: Tx,
  account: { readonly id: string; readonly job_id: string | null },
  by: { readonly id: string } | null,
): Promise<void> {
  if (account.job_id !== null) {
    const alive = await db
      .selectFrom("background_jobs")
      .select("id")
      .where("id", "=", account.job_id)
      .where("status", "in", ["waiting", "running"])
      .executeTakeFirst();
    if (alive) return;
  }
  const payload = { virtualAccount: account.id };
  const job_id = await enqueueJob(db, { kind: "virtual_account", payload, by });
  await db.updateTable("virtual_accounts").set({ job_id }).where("id", "=", account.id).execute();
}
