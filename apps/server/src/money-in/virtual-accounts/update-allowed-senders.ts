import type { Tx } from "../../database/db.ts";
import type { Person } from "../../kernel/person.ts";
import { ensureSyncJob } from "./ensure-sync-job.ts";

/** Queues an update of the allowed senders after a tenant's approved accounts changed. */
export async function updateAllowedSenders(db: Tx, tenantId: string, by: Person): Promise<void> {
  const accounts = await db
    .updateTable("virtual_accounts")
    .set((eb) => ({ lock_wanted: eb("lock_wanted", "+", 1) }))
    .where("tenant_id", "=", tenantId)
    .where("state", "in", ["opening", "open"])
    .returning(["id", "job_id"])
    .execute();
  for (const account of accounts) await ensureSyncJob(db, account, by);
}
