import { rolesWith, type InstallationRole, type TenantRole } from "@rokad/contract/roles";
import type { Tx } from "../../database/db.ts";
import { ApiError, forbiddenWithout, notFound } from "../../kernel/errors.ts";
import { isTenant, type Person } from "../../kernel/person.ts";
import { lockTenantStatus } from "../people/tenant-queries.ts";

/** Who changes a team: an owner of it, or the command line. */
export type Changer = Person | null;

/** The id of a business, or null for the installation, whose members are the super admins. */
export type TeamId = string | null;

export type TeamRole = TenantRole | InstallationRole;

export interface LockedMember {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly roles: readonly TeamRole[];
  readonly isActive: boolean;
  /** By their own choice; then they are not active. */
  readonly hasLeft: boolean;
}

/** The team for which a person acts. */
export function teamOf(person: Person): TeamId {
  return isTenant(person) ? person.tenantId : null;
}

/**
 * Locks a team, so that its members change one after the other, and reads all of them.
 * Closes the race between two owners who remove each other: the second is no owner any more.
 * @throws 404 for an unknown business; 403 unless the changer is an active owner of it now.
 */
export async function lockMembers(
  db: Tx,
  team: TeamId,
  by: Changer,
): Promise<readonly LockedMember[]> {
  const members = team === null ? await lockSuperAdmins(db) : await lockMembersOf(db, team);
  const isOwner =
    by && teamOf(by) === team && ownersOf(members).some(({ id }) => id === by.member.id);
  if (!by || isOwner) return members;
  throw team === null
    ? forbiddenWithout(rolesWith("manage", "superadmin"))
    : forbiddenWithout(rolesWith("manage_team", "operator"));
}

async function lockMembersOf(db: Tx, tenantId: string): Promise<LockedMember[]> {
  if (!(await lockTenantStatus(db, tenantId))) throw notFound("This business");
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "person_id")
    .select(["people.id", "people.name", "people.mobile", "roles", "disabled_at", "left_at"])
    .where("tenant_id", "=", tenantId)
    .execute();
  return rows.map(({ disabled_at: disabledAt, left_at: leftAt, ...row }) => ({
    ...row,
    roles: row.roles as TenantRole[],
    isActive: disabledAt === null,
    hasLeft: leftAt !== null,
  }));
}

async function lockSuperAdmins(db: Tx): Promise<LockedMember[]> {
  const rows = await db
    .selectFrom("people")
    .select(["id", "name", "mobile", "installation_roles", "is_active"])
    .where("installation_roles", "is not", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ installation_roles: roles, is_active: isActive, ...row }) => ({
    ...row,
    roles: roles as InstallationRole[],
    isActive,
    hasLeft: false,
  }));
}

/**
 * One member whom the changer may change.
 * @param isActive false for a disabled one.
 * @throws 404; 403 for the changer's own membership, so that nobody raises themselves.
 */
export function findOther(
  members: readonly LockedMember[],
  id: string,
  by: Changer,
  isActive = true,
): LockedMember {
  const member = members.find((each) => each.id === id && each.isActive === isActive);
  if (!member) throw notFound("This member");
  if (by?.member.id === id)
    throw new ApiError(403, "FORBIDDEN", "You can't change your own roles. Ask another owner.");
  return member;
}

/** @throws 409 `LAST_OWNER` if nobody but this member is an active owner. */
export function assertOtherOwner(members: readonly LockedMember[], id: string): void {
  if (ownersOf(members).some((owner) => owner.id !== id)) return;
  throw new ApiError(
    409,
    "LAST_OWNER",
    "This is the only owner. Make another member an owner first.",
  );
}

function ownersOf(members: readonly LockedMember[]): LockedMember[] {
  return members.filter(({ isActive, roles }) => isActive && roles.includes("owner"));
}
