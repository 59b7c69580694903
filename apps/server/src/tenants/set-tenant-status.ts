import type { Tenant } from "@rokad/contract/tenants";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { endSessionsOfPerson } from "../sign-in/refresh-token.ts";
import { lockTenant, updatePerson } from "./queries.ts";
import { asTenant } from "./tenant.ts";

/** Activates an account, or deactivates it and ends its sessions on every server at once. */
export function setTenantStatus(id: string, isActive: boolean): Promise<Tenant> {
  return transaction(async (db) => {
    // A sign-in at the same moment waits for this lock, so no session slips in behind it.
    if (!(await lockTenant(db, id))) throw notFound("This tenant");
    if (!isActive) await endSessionsOfPerson(db, id, "deactivated");
    return asTenant(await updatePerson(db, id, { is_active: isActive, updated_at: now() }));
  });
}
