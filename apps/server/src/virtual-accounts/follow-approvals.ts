import type { Tx } from "../db.ts";
import { ensureJob } from "./ensure-job.ts";

/** A tenant's approved accounts have changed: the providers are to take money from the new list. */
export async function followApprovals(
  db: Tx,
  personId: string,
  by: { readonly id: string },
): Promise<void> {
  const accounts = await db
    .updateTable("virtual_accounts")
    .set((eb) => ({ lock_wanted: eb("lock_wanted", "+", 1) }))
    .where("person_id", "=", personId)
    .where("state", "in", ["opening", "open"])
    .returning(["id", "job_id"])
    .execute();
  for (const account of accounts) await ensureJob(db, account, by);
}
