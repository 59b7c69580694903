import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { endSignedLimits } from "../api-keys/end-signed-limits.ts";
import { record } from "../audit/record.ts";
import { cancelForMember } from "../digests/cancel-for-member.ts";
import { endSessionsOfMember } from "../sign-in/end-session.ts";
import { cancelInvitationsBy } from "./cancel-invitations.ts";
import {
  assertOtherOwner,
  findOther,
  lockMembers,
  type Changer,
  type LockedMember,
  type TeamId,
} from "./lock-members.ts";
import { notifyTeam } from "./notify-team.ts";

/**
 * Ends a membership at once, with the member's sessions and streams of this team, the messages that
 * wait to go to them about it, and the invitations that they sent. Their sessions of other businesses
 * stay.
 * @param by null for the command line.
 * @throws as `lockMembers`, `findOther` and `assertOtherOwner`.
 */
export async function disableMember(
  db: Tx,
  by: Changer,
  team: TeamId,
  personId: string,
): Promise<void> {
  const members = await lockMembers(db, team, by);
  const member = findOther(members, personId, by);
  assertOtherOwner(members, personId);
  const { sessions, invitations } = await endMembership(db, team, member);
  await notifyTeam(db, team, by, `disabled ${member.name}`, personId);
  await record(db, {
    act: "member.disabled",
    by,
    subject: { kind: "person", id: personId },
    before: { roles: member.roles },
    after: { ...(team !== null && { tenant_id: team }), name: member.name, sessions, invitations },
  });
}

/**
 * Ends a membership with all that depends on it.
 * @returns how many sessions ended and how many invitations of theirs were cancelled.
 */
export async function endMembership(
  db: Tx,
  team: TeamId,
  member: LockedMember,
  left: { readonly left_at?: Date } = {},
): Promise<{ sessions: number; invitations: number }> {
  const { id: personId } = member;
  await saveStatus(db, team, member, false, left);
  const invitations = await cancelInvitationsBy(db, team, personId);
  // A super admin's messages are their own, as a founder's are.
  await cancelForMember(db, team ?? personId, personId);
  if (team === null) await publishToViewedTenants(db, personId);
  else await endSignedLimits(db, team, personId);
  const sessions = await endSessionsOfMember(db, team ?? personId, personId);
  return { sessions, invitations };
}

/**
 * Lets a disabled member sign in again, with the roles from before.
 * @throws as `lockMembers` and `findOther`; 409 `MEMBER_LEFT`.
 */
export async function enableMember(
  db: Tx,
  by: Changer,
  team: TeamId,
  personId: string,
): Promise<void> {
  const members = await lockMembers(db, team, by);
  const member = findOther(members, personId, by, false);
  if (member.hasLeft)
    throw new ApiError(409, "MEMBER_LEFT", `${member.name} left. Invite them again.`);
  await saveStatus(db, team, member, true);
  await publishChange(db, [team ?? personId], ["account"]);
  await notifyTeam(db, team, by, `enabled ${member.name} again`, personId);
  await record(db, {
    act: "member.enabled",
    by,
    subject: { kind: "person", id: personId },
    after: {
      ...(team !== null && { tenant_id: team }),
      name: member.name,
      roles: member.roles,
    },
  });
}

async function saveStatus(
  db: Tx,
  team: TeamId,
  { id: personId, roles }: LockedMember,
  isActive: boolean,
  left: { readonly left_at?: Date } = {},
) {
  if (team === null) {
    await db
      .updateTable("people")
      .set({ is_active: isActive, updated_at: now(), ...(isActive && { roles_since: now() }) })
      .where("id", "=", personId)
      .execute();
    return;
  }
  await db
    .updateTable("memberships")
    .set(
      isActive
        ? { disabled_at: null, roles_since: now() }
        : { disabled_at: now(), ...left, ...(roles.includes("owner") && { owner_until: now() }) },
    )
    .where("tenant_id", "=", team)
    .where("person_id", "=", personId)
    .execute();
}

/** Ends the event streams of the tenants' consoles that a super admin views. */
export async function publishToViewedTenants(db: Tx, personId: string): Promise<void> {
  const rows = await db
    .selectFrom("viewings")
    .innerJoin("sessions", "sessions.id", "session_id")
    .select("viewings.tenant_id")
    .where("person_id", "=", personId)
    .where("viewings.ended_at", "is", null)
    .execute();
  await publishChange(
    db,
    rows.map(({ tenant_id: id }) => id),
    ["account"],
  );
}
