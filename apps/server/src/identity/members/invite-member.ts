import { limits } from "@rokad/contract/limits";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { isOpenInvitation } from "../people/invitations.ts";
import {
  lockMembers,
  teamOf,
  type LockedMember,
  type TeamId,
  type TeamRole,
} from "./lock-members.ts";
import { notifyTeam } from "./notify-team.ts";
import { countInvitationText } from "./send-invitation-text.ts";

export interface NewInvitation {
  /** Ten digits. */
  readonly mobile: string;
  readonly name: string;
  readonly roles: readonly TeamRole[];
}

/**
 * Invites a number to the team of the person. Who signs in with it within 7 days accepts or declines.
 * @throws as `lockMembers`; 409 `MEMBER_EXISTS`, `PHONE_TAKEN`, `INVITATION_EXISTS` and `TEAM_FULL`;
 *   as `countInvitationText`.
 */
export async function inviteMember(
  db: Tx,
  by: Person,
  { mobile, name, roles }: NewInvitation,
): Promise<{ id: string; expires_at: string }> {
  const team = teamOf(by);
  const members = await lockMembers(db, team, by);
  assertNoMember(members, mobile);
  await assertInvitable(db, team, mobile);
  await closeExpired(db, team, mobile);
  await assertRoom(db, team, members.length);
  await countInvitationText(db, team, mobile);
  const id = newId();
  const expiresAt = invitationEnd();
  await db
    .insertInto("invitations")
    .values({
      id,
      tenant_id: team,
      mobile,
      name,
      roles: [...roles],
      invited_by: by.member.id,
      created_at: now(),
      sent_at: now(),
      expires_at: expiresAt,
    })
    .execute();
  await notifyTeam(db, team, by, `invited ${name} as ${roles.join(", ")}`, id);
  await record(db, {
    act: "member.invited",
    by,
    subject: { kind: "invitation", id },
    after: { name, phone: mobile, roles },
  });
  return { id, expires_at: expiresAt.toISOString() };
}

const daySeconds = 24 * 60 * 60;

/** When an invitation that is sent now expires. */
export function invitationEnd(): Date {
  return secondsFromNow(limits.invitationDays * daySeconds);
}

function assertNoMember(members: readonly LockedMember[], mobile: string): void {
  const member = members.find((each) => each.mobile === mobile && !each.hasLeft);
  if (!member) return;
  const state = member.isActive ? "is a member already" : "is disabled. Enable them in the list";
  throw new ApiError(409, "MEMBER_EXISTS", `${member.name} ${state}.`);
}

/** A super admin has no business, and a member of a business does not run the installation. */
async function assertInvitable(db: Tx, team: TeamId, mobile: string): Promise<void> {
  const known = await db
    .selectFrom("people")
    .leftJoin("memberships", "person_id", "people.id")
    .select(["installation_roles", "tenant_id"])
    .where("mobile", "=", mobile)
    .executeTakeFirst();
  if (!known) return;
  const isTaken = (team === null ? known.tenant_id : known.installation_roles) !== null;
  if (!isTaken) return;
  const message = `This number can't join ${team === null ? "the installation: it belongs to a business" : "a business"}. Use another one.`;
  throw new ApiError(409, "PHONE_TAKEN", message, { fields: { mobile: message } });
}

/** @throws 409 `INVITATION_EXISTS` for one that has not expired. */
async function closeExpired(db: Tx, team: TeamId, mobile: string): Promise<void> {
  const open = await db
    .selectFrom("invitations")
    .select(["id", "expires_at"])
    .where("tenant_id", "is not distinct from", team)
    .where("mobile", "=", mobile)
    .where(isOpenInvitation)
    .executeTakeFirst();
  if (!open) return;
  if (open.expires_at > now())
    throw new ApiError(
      409,
      "INVITATION_EXISTS",
      "This number is invited already. Repeat or cancel that invitation.",
    );
  await db
    .updateTable("invitations")
    .set({ cancelled_at: now() })
    .where("id", "=", open.id)
    .execute();
}

async function assertRoom(db: Tx, team: TeamId, members: number): Promise<void> {
  const { open } = await db
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<bigint>().as("open"))
    .where("tenant_id", "is not distinct from", team)
    .where(isOpenInvitation)
    .executeTakeFirstOrThrow();
  if (members + Number(open) < limits.teamMembersMax) return;
  throw new ApiError(
    409,
    "TEAM_FULL",
    `A team has at most ${limits.teamMembersMax} members and open invitations.`,
  );
}
