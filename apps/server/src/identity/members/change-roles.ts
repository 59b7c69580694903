import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { endSignedLimits } from "../api-keys/end-signed-limits.ts";
import { signingRoles } from "../api-keys/stored-key.ts";
import { record } from "../audit/record.ts";
import { cancelForMember } from "../digests/cancel-for-member.ts";
import { readingRoles } from "../notifications/insert-notifications.ts";
import { cancelInvitationsBy } from "./cancel-invitations.ts";
import {
  assertOtherOwner,
  findOther,
  lockMembers,
  type Changer,
  type LockedMember,
  type TeamId,
  type TeamRole,
} from "./lock-members.ts";
import { notifyTeam } from "./notify-team.ts";
import { publishToViewedTenants } from "./set-member-status.ts";

/**
 * Replaces a member's roles in a team; it counts from the member's next request. Who is no owner any
 * more has no open invitations.
 * @param by null for the command line.
 * @throws as `lockMembers`, `findOther` and `assertOtherOwner`.
 */
export async function changeRoles(
  db: Tx,
  by: Changer,
  team: TeamId,
  personId: string,
  roles: readonly TeamRole[],
): Promise<void> {
  const members = await lockMembers(db, team, by);
  const member = findOther(members, personId, by);
  if (!roles.includes("owner")) {
    assertOtherOwner(members, personId);
    await cancelInvitationsBy(db, team, personId);
  }
  await saveRoles(db, team, member, roles);
  if (team !== null && !roles.some((role) => signingRoles.includes(role)))
    await endSignedLimits(db, team, personId);
  // Every role of a super admin shows notifications.
  if (team !== null && !roles.some((role) => readingRoles.includes(role)))
    await cancelForMember(db, team, personId);
  if (team === null) await publishToViewedTenants(db, personId);
  await publishChange(db, [team ?? personId], ["account"]);
  await notifyTeam(db, team, by, `gave ${member.name} the roles ${roles.join(", ")}`, personId);
  await record(db, {
    act: "member.roles_changed",
    by,
    subject: { kind: "person", id: personId },
    before: { roles: member.roles },
    after: { ...(team !== null && { tenant_id: team }), name: member.name, roles },
  });
}

async function saveRoles(
  db: Tx,
  team: TeamId,
  member: LockedMember,
  roles: readonly TeamRole[],
): Promise<void> {
  const grows = roles.some((role) => !member.roles.includes(role));
  if (team === null) {
    await db
      .updateTable("people")
      .set({
        installation_roles: [...roles],
        updated_at: now(),
        ...(grows && { roles_since: now() }),
      })
      .where("id", "=", member.id)
      .execute();
    return;
  }
  await db
    .updateTable("memberships")
    .set({
      roles: [...roles],
      ...(grows && { roles_since: now() }),
      ...(member.roles.includes("owner") && !roles.includes("owner") && { owner_until: now() }),
    })
    .where("tenant_id", "=", team)
    .where("person_id", "=", member.id)
    .execute();
}
