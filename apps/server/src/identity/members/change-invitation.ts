import { now } from "../../kernel/clock.ts";
import { database, type Tx } from "../../database/db.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { invitationEnd } from "./invite-member.ts";
import { lockMembers, teamOf } from "./lock-members.ts";
import { notifyTeam } from "./notify-team.ts";

/**
 * Gives an open or expired invitation another 7 days. From now it is the person's own.
 * @throws as `lockInvitation`.
 */
export async function repeatInvitation(
  db: Tx,
  by: Person,
  id: string,
): Promise<{ id: string; expires_at: string }> {
  const { name, roles } = await lockInvitation(db, by, id);
  const expiresAt = invitationEnd();
  await db
    .updateTable("invitations")
    .set({ sent_at: now(), expires_at: expiresAt, invited_by: by.member.id })
    .where("id", "=", id)
    .execute();
  await notifyTeam(db, teamOf(by), by, `repeated the invitation of ${name}`, id);
  await record(db, {
    act: "member.invitation_repeated",
    by,
    subject: { kind: "invitation", id },
    after: { name, roles },
  });
  return { id, expires_at: expiresAt.toISOString() };
}

/** @throws as `lockInvitation`. */
export async function cancelInvitation(db: Tx, by: Person, id: string): Promise<void> {
  const { name, roles } = await lockInvitation(db, by, id);
  await db.updateTable("invitations").set({ cancelled_at: now() }).where("id", "=", id).execute();
  await notifyTeam(db, teamOf(by), by, `cancelled the invitation of ${name}`, id);
  await record(db, {
    act: "member.invitation_cancelled",
    by,
    subject: { kind: "invitation", id },
    after: { name, roles },
  });
}

/** The name of an invitation of the person's team, for what a signature says. @throws 404. */
export async function nameOfInvitation(by: Person, id: string): Promise<string> {
  const row = await selectInvitation(database(), by, id);
  if (!row) throw notFound("This invitation");
  return row.name;
}

/**
 * An open invitation of the person's team. Closes the race with its acceptance, which locks the team
 * too: one of both finds it closed.
 * @throws 404; 409 `INVITATION_CLOSED`; as `lockMembers`.
 */
async function lockInvitation(db: Tx, by: Person, id: string) {
  await lockMembers(db, teamOf(by), by);
  const row = await selectInvitation(db, by, id);
  if (!row) throw notFound("This invitation");
  if (row.accepted_at ?? row.cancelled_at)
    throw new ApiError(
      409,
      "INVITATION_CLOSED",
      `This invitation was ${row.accepted_at ? "accepted" : "cancelled"}.`,
    );
  return row;
}

function selectInvitation(db: Pick<Tx, "selectFrom">, by: Person, id: string) {
  return db
    .selectFrom("invitations")
    .select(["name", "roles", "accepted_at", "cancelled_at"])
    .where("id", "=", id)
    .where("tenant_id", "is not distinct from", teamOf(by))
    .executeTakeFirst();
}
