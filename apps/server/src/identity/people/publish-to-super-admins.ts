import type { Topic } from "@rokad/contract/call";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { superAdminIds } from "./super-admins.ts";

/**
 * Publishes a change to every super admin's open pages when the transaction commits.
 * @param also one more person whose pages show the change, such as the tenant.
 */
export async function publishToSuperAdmins(
  db: Tx,
  changed: readonly Topic[],
  also?: string | null,
): Promise<void> {
  const ids = await superAdminIds(db);
  await publishChange(db, also ? [also, ...ids] : ids, changed);
}
