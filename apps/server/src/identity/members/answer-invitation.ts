import { now } from "../../kernel/clock.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { RequestOrigin } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { lockMembers, type LockedMember, type TeamId } from "./lock-members.ts";
import { notifyTeam } from "./notify-team.ts";

/** A person who answers an invitation of their number. */
interface Invited {
  readonly personId: string;
  readonly invitationId: string;
  readonly from: RequestOrigin;
}

/**
 * Adds a person to the team that invited them. A repeat by a member changes nothing.
 * @param name the person's own name; counts until they belong to a business.
 * @throws 404; 409 `INVITATION_CLOSED`.
 */
export function acceptInvitation(invited: Invited, name?: string): Promise<void> {
  return answer(invited, async (db, { team, members, invitation }) => {
    const { personId, invitationId, from } = invited;
    const known = members.find(({ id }) => id === personId);
    if (invitation.accepted_at && known?.isActive) return;
    assertOpen(invitation);
    // A disabled member comes back only by an owner's choice.
    if (known && !known.isActive && !known.hasLeft)
      throw closed("is closed: you are disabled here");
    const joining = await nameOfJoining(db, personId, team, name);
    const { roles } = invitation;
    // Who was added meanwhile keeps the roles given then.
    if (!known?.isActive) await addMembership(db, { personId, team, roles });
    await db
      .updateTable("invitations")
      .set({ accepted_at: now() })
      .where("id", "=", invitationId)
      .execute();
    await publishChange(db, [team ?? personId], ["account"]);
    const by = { member: { id: personId, name: joining } };
    await notifyTeam(db, team, by, `joined as ${roles.join(", ")}`, personId);
    await record(db, {
      act: "member.joined",
      by: { id: personId, from },
      subject: { kind: "person", id: personId },
      after: {
        ...(team !== null && { tenant_id: team }),
        name: joining,
        roles,
        invited_by: invitation.invited_by,
      },
    });
  });
}

/**
 * Closes an invitation by the choice of the person. A repeat changes nothing.
 * @throws 404; 409 `INVITATION_CLOSED` for one that was accepted or has expired.
 */
export function declineInvitation(invited: Invited): Promise<void> {
  return answer(invited, async (db, { team, invitation }) => {
    const { personId, invitationId, from } = invited;
    if (invitation.cancelled_at) return;
    assertOpen(invitation);
    await db
      .updateTable("invitations")
      .set({ cancelled_at: now() })
      .where("id", "=", invitationId)
      .execute();
    const { name, roles } = invitation;
    const by = { member: { id: personId, name } };
    await notifyTeam(db, team, by, "declined the invitation", invitationId);
    await record(db, {
      act: "member.declined",
      by: { id: personId, from },
      subject: { kind: "invitation", id: invitationId },
      after: { name, roles },
    });
  });
}

type Invitation = NonNullable<Awaited<ReturnType<typeof selectInvitation>>>;

interface LockedInvitation {
  readonly team: TeamId;
  readonly members: readonly LockedMember[];
  readonly invitation: Invitation;
}

/**
 * Locks the team of an invitation, and reads it then. Closes the races with a cancellation and with
 * another answer.
 */
async function answer(
  invited: Invited,
  act: (db: Tx, locked: LockedInvitation) => Promise<void>,
): Promise<void> {
  const found = await selectInvitation(database(), invited);
  if (!found) throw notFound("This invitation");
  const { tenant_id: team } = found;
  await transaction(async (db) => {
    const members = await lockMembers(db, team, null);
    const invitation = await selectInvitation(db, invited);
    if (!invitation) throw notFound("This invitation");
    await act(db, { team, members, invitation });
  });
}

/** An invitation of the person's number. */
function selectInvitation(
  db: Pick<Tx, "selectFrom">,
  { personId, invitationId }: Pick<Invited, "personId" | "invitationId">,
) {
  return db
    .selectFrom("invitations")
    .innerJoin("people", "people.mobile", "invitations.mobile")
    .innerJoin("people as inviter", "inviter.id", "invited_by")
    .select([
      "tenant_id",
      "invitations.name",
      "roles",
      "inviter.name as invited_by",
      "accepted_at",
      "cancelled_at",
      "expires_at",
    ])
    .where("invitations.id", "=", invitationId)
    .where("people.id", "=", personId)
    .executeTakeFirst();
}

function assertOpen(invitation: Invitation): void {
  if (invitation.accepted_at) throw closed("was accepted");
  if (invitation.cancelled_at) throw closed("was declined or cancelled");
  if (invitation.expires_at <= now()) throw closed("has expired. Ask for a new one");
}

function closed(why: string): ApiError {
  return new ApiError(409, "INVITATION_CLOSED", `This invitation ${why}.`);
}

/**
 * The name with which a person joins. The first business asks for it; who has one keeps theirs.
 * @throws 409 if the number has changed sides since, and can't join this team any more.
 */
async function nameOfJoining(
  db: Tx,
  personId: string,
  team: TeamId,
  ownName: string | undefined,
): Promise<string> {
  const { name, installation_roles: ofInstallation } = await db
    .selectFrom("people")
    .select(["name", "installation_roles"])
    .where("id", "=", personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const membership = await db
    .selectFrom("memberships")
    .select("tenant_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  const isElsewhere = team === null ? membership !== undefined : ofInstallation !== null;
  if (isElsewhere) throw closed("is closed: this number can't join any more");
  if (ownName === undefined || membership || ofInstallation) return name;
  await db
    .updateTable("people")
    .set({ name: ownName, updated_at: now() })
    .where("id", "=", personId)
    .execute();
  return ownName;
}

async function addMembership(
  db: Tx,
  { personId, team, roles }: { personId: string; team: TeamId; roles: string[] },
): Promise<void> {
  if (team === null) {
    await db
      .updateTable("people")
      .set({
        installation_roles: roles,
        created_at: now(),
        updated_at: now(),
      })
      .where("id", "=", personId)
      .execute();
    return;
  }
  await db
    .insertInto("memberships")
    .values({ tenant_id: team, person_id: personId, roles, created_at: now() })
    // Of a member who left.
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "person_id"])
        .doUpdateSet({ roles, roles_since: now(), disabled_at: null, left_at: null }),
    )
    .execute();
}
