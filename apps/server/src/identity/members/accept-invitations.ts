import { now } from "../../kernel/clock.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { RequestOrigin } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { isOpenInvitation } from "../people/invitations.ts";
import { lockMembers } from "./lock-members.ts";
import { notifyTeam } from "./notify-team.ts";

/**
 * Accepts a person's open invitations, when they sign in with a code or a passkey. Each is a
 * transaction of its own, before the sign-in's, so that no sign-in waits for the lock of two teams.
 */
export async function acceptInvitations(personId: string, from: RequestOrigin): Promise<void> {
  const open = await database()
    .selectFrom("invitations")
    .innerJoin("people", "people.mobile", "invitations.mobile")
    .select(["invitations.id", "tenant_id"])
    .where("people.id", "=", personId)
    .where(isOpenInvitation)
    .where("expires_at", ">", now())
    .orderBy("invitations.created_at")
    .execute();
  for (const { id, tenant_id: team } of open) {
    await transaction((db) => accept(db, { id, team, personId, from })).catch((error: unknown) => {
      // The business was closed meanwhile.
      if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
    });
  }
}

interface Acceptance {
  readonly id: string;
  readonly team: string | null;
  readonly personId: string;
  readonly from: RequestOrigin;
}

async function accept(db: Tx, { id, team, personId, from }: Acceptance): Promise<void> {
  const members = await lockMembers(db, team, null);
  // Read under the lock: closes the race with a cancellation and with another sign-in.
  const invitation = await db
    .selectFrom("invitations")
    .innerJoin("people", "people.id", "invited_by")
    .select(["roles", "people.name as invited_by"])
    .where("invitations.id", "=", id)
    .where(isOpenInvitation)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  const known = members.find((member) => member.id === personId);
  // A disabled member comes back only by an owner's choice.
  if (!invitation || known?.isActive === false) return;
  const { roles } = invitation;
  const name = await nameOfJoining(db, personId, team);
  if (name === undefined) return;
  // Who was added meanwhile keeps the roles given then.
  if (!known) await addMembership(db, { personId, team, roles });
  await db.updateTable("invitations").set({ accepted_at: now() }).where("id", "=", id).execute();
  await publishChange(db, [team ?? personId], ["account"]);
  const by = { id: personId, from, member: { id: personId, name, mobile: "", roles: [] } };
  await notifyTeam(db, team, by, `joined as ${roles.join(", ")}`, personId);
  await record(db, {
    act: "member.joined",
    by: { id: personId, from },
    subject: { kind: "person", id: personId },
    after: {
      ...(team !== null && { tenant_id: team }),
      name,
      roles,
      invited_by: invitation.invited_by,
    },
  });
}

/** @returns undefined if the person has changed sides since: the number can't join this team. */
async function nameOfJoining(db: Tx, personId: string, team: string | null) {
  const { name, role } = await db
    .selectFrom("people")
    .select(["name", "role"])
    .where("id", "=", personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (team !== null) return role === "superadmin" ? undefined : name;
  const membership = await db
    .selectFrom("memberships")
    .select("tenant_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return membership ? undefined : name;
}

async function addMembership(
  db: Tx,
  { personId, team, roles }: { personId: string; team: string | null; roles: string[] },
): Promise<void> {
  if (team === null) {
    await db
      .updateTable("people")
      .set({
        role: "superadmin",
        is_active: true,
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
    .execute();
}
