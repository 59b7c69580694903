import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { record } from "../audit/record.ts";
import { endSessionsOfMember } from "../sign-in/end-session.ts";
import { assertOtherOwner, findOther, lockMembers, type Changer } from "./lock-members.ts";

/**
 * Ends a membership at once, with the member's sessions and streams of this business. Their sessions
 * of other businesses stay.
 * @param by null for the command line.
 * @throws as `lockMembers`, `findOther` and `assertOtherOwner`.
 */
export async function disableMember(
  db: Tx,
  by: Changer,
  tenantId: string,
  personId: string,
): Promise<void> {
  const members = await lockMembers(db, tenantId, by);
  const member = findOther(members, personId, by);
  assertOtherOwner(members, personId);
  await db
    .updateTable("memberships")
    .set({ disabled_at: now() })
    .where("tenant_id", "=", tenantId)
    .where("person_id", "=", personId)
    .execute();
  const sessions = await endSessionsOfMember(db, tenantId, personId);
  await record(db, {
    act: "member.disabled",
    by,
    subject: { kind: "person", id: personId },
    before: { roles: member.roles },
    after: { tenant_id: tenantId, name: member.name, sessions },
  });
}
