import type { TenantRole } from "@rokad/contract/roles";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../audit/record.ts";
import { assertOtherOwner, findOther, lockMembers, type Changer } from "./lock-members.ts";

/**
 * Replaces a member's roles in a business; it counts from the member's next request.
 * @param by null for the command line.
 * @throws as `lockMembers`, `findOther` and `assertOtherOwner`.
 */
export async function changeRoles(
  db: Tx,
  by: Changer,
  tenantId: string,
  personId: string,
  roles: readonly TenantRole[],
): Promise<void> {
  const members = await lockMembers(db, tenantId, by);
  const member = findOther(members, personId, by);
  if (!roles.includes("owner")) assertOtherOwner(members, personId);
  await db
    .updateTable("memberships")
    .set({ roles: [...roles] })
    .where("tenant_id", "=", tenantId)
    .where("person_id", "=", personId)
    .execute();
  await publishChange(db, [tenantId], ["account"]);
  await record(db, {
    act: "member.roles_changed",
    by,
    subject: { kind: "person", id: personId },
    before: { roles: member.roles },
    after: { tenant_id: tenantId, name: member.name, roles },
  });
}
