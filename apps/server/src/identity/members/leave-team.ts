import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { isTenant, type Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { assertOtherOwner, lockMembers, type LockedMember } from "./lock-members.ts";
import { notifyTeam } from "./notify-team.ts";
import { endMembership } from "./set-member-status.ts";

/**
 * Ends the person's own membership of the business of their session, with their sessions of it.
 * @throws as `lockLeaving`.
 */
export async function leaveTeam(db: Tx, by: Person): Promise<void> {
  const { tenantId, member } = await lockLeaving(db, by);
  const ended = await endMembership(db, tenantId, member, { left_at: now() });
  await notifyTeam(db, tenantId, by, "left the business", member.id);
  await record(db, {
    act: "member.left",
    by,
    subject: { kind: "person", id: member.id },
    before: { roles: member.roles },
    after: { tenant_id: tenantId, name: member.name, ...ended },
  });
}

/**
 * The own membership of a person who may leave.
 * @throws 404 for a super admin, who belongs to none; 409 `LAST_OWNER`.
 */
export async function lockLeaving(
  db: Tx,
  by: Person,
): Promise<{ readonly tenantId: string; readonly member: LockedMember }> {
  if (!isTenant(by)) throw notFound("Your business");
  const members = await lockMembers(db, by.tenantId, null);
  const member = members.find(({ id, isActive }) => id === by.member.id && isActive);
  // Disabled while this waited for the lock.
  if (!member) throw notFound("Your business");
  assertOtherOwner(members, member.id);
  return { tenantId: by.tenantId, member };
}
