import type { Tenant } from "@rokad/contract/tenants";
import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { endSessionsOfPerson } from "../sign-in/refresh-token.ts";
import { lockTenant, updatePerson } from "./queries.ts";
import { announceTenants } from "./announce-tenants.ts";
import { asTenant } from "./tenant.ts";

/**
 * Activates an account, or deactivates it and ends its sessions on every server at once. One that
 * is so already stays as it is, and nothing is recorded a second time.
 */
export function setTenantStatus(
  admin: SuperAdmin,
  id: string,
  { isActive, reason }: { isActive: boolean; reason?: string | undefined },
): Promise<Tenant> {
  return transaction(async (db) => {
    // A sign-in at the same moment waits for this lock, so no session slips in behind it.
    const before = await lockTenant(db, id);
    if (!before) throw notFound("This tenant");
    if (before.is_active === isActive) return asTenant(before);
    if (!isActive) await endSessionsOfPerson(db, id, "deactivated");
    const person = await updatePerson(db, before, { is_active: isActive });
    await announceTenants(db);
    await record(db, {
      act: isActive ? "tenant.activated" : "tenant.deactivated",
      by: admin,
      subject: { kind: "tenant", id },
      reason,
      before: { isActive: !isActive },
      after: { isActive },
    });
    return asTenant(person);
  });
}
