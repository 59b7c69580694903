import { rolesWith, type TenantRole } from "@rokad/contract/roles";
import type { Tx } from "../../database/db.ts";
import { ApiError, forbiddenWithout, notFound } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { lockTenantStatus } from "../people/tenant-queries.ts";

/** Who changes members: an owner of the business, or the command line. */
export type Changer = Person | null;

export interface LockedMember {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly TenantRole[];
  readonly isActive: boolean;
}

/**
 * Locks a business, so that its members change one after the other, and reads all of them.
 * Closes the race between two owners who remove each other: the second is no owner any more.
 * @throws 404 for an unknown business; 403 unless the changer is an active owner of it now.
 */
export async function lockMembers(
  db: Tx,
  tenantId: string,
  by: Changer,
): Promise<readonly LockedMember[]> {
  if (!(await lockTenantStatus(db, tenantId))) throw notFound("This business");
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "person_id")
    .select(["people.id", "people.name", "roles", "disabled_at"])
    .where("tenant_id", "=", tenantId)
    .execute();
  const members = rows.map(({ disabled_at: disabledAt, ...row }) => ({
    ...row,
    roles: row.roles as TenantRole[],
    isActive: disabledAt === null,
  }));
  if (by && !(by.id === tenantId && ownersOf(members).some(({ id }) => id === by.member.id)))
    throw forbiddenWithout(rolesWith("manage_team", "operator"));
  return members;
}

/**
 * One active member whom the changer may change.
 * @throws 404; 403 for the changer's own membership, so that nobody raises themselves.
 */
export function findOther(members: readonly LockedMember[], id: string, by: Changer): LockedMember {
  const member = members.find((each) => each.id === id && each.isActive);
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
