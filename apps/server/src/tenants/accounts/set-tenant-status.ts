import type { Tenant } from "@rokad/contract/tenants";
import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { endSessionsOfPerson } from "../../identity/sign-in/refresh-token.ts";
import { updatePerson } from "./queries.ts";
import { lockTenant } from "../../identity/people/tenant-queries.ts";
import { asTenant } from "./tenant.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Activates an account, or deactivates it and ends its sessions on every server. Without a change of
 * the status nothing is recorded.
 * @throws 404.
 */
export function setTenantStatus(
  admin: SuperAdmin,
  id: string,
  { isActive, reason }: { isActive: boolean; reason?: string | undefined },
): Promise<Tenant> {
  return transaction(async (db) => {
    // Closes the race with a sign-in: it waits for this lock, so no session survives.
    const before = await lockTenant(db, id);
    if (!before) throw notFound("This tenant");
    if (before.is_active === isActive) return asTenant(before);
    if (!isActive) await endSessionsOfPerson(db, id, "deactivated");
    const person = await updatePerson(db, before, { is_active: isActive });
    await publishToSuperAdmins(db, ["tenants"]);
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
