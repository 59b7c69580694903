import type { TenantRole, InstallationRole } from "@rokad/contract/roles";
import type { OwnInvitation } from "@rokad/contract/sign-in";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

/** The condition for `invitations` that are neither accepted, declined nor cancelled, but may have expired. */
export const isOpenInvitation = sql<boolean>`accepted_at is null and cancelled_at is null`;

/** The invitations that a person can accept or decline now, oldest first. */
export async function listInvitationsOf(db: Db, personId: string): Promise<OwnInvitation[]> {
  const rows = await db
    .selectFrom("invitations")
    .innerJoin("people as invited", "invited.mobile", "invitations.mobile")
    .innerJoin("people as inviter", "inviter.id", "invited_by")
    .leftJoin("tenants", "tenants.id", "tenant_id")
    .select([
      "invitations.id",
      "invitations.name",
      "tenants.name as tenant",
      "inviter.name as invited_by",
      "roles",
      "expires_at",
    ])
    .where("invited.id", "=", personId)
    // Invited to a business before they became one: they can't join it any more.
    .where("invited.installation_roles", "is", null)
    .where("tenants.closed_at", "is", null)
    .where(isOpenInvitation)
    .where("expires_at", ">", now())
    .orderBy("invitations.created_at")
    .orderBy("invitations.id")
    .execute();
  return rows.map(({ roles, expires_at: expiresAt, ...row }) => ({
    ...row,
    roles: roles as (TenantRole | InstallationRole)[],
    expires_at: expiresAt.toISOString(),
  }));
}

/**
 * The person of an invited number, without a business of their own yet. Adds the person at the first
 * code, so that the code can be theirs; only the person's own choice accepts the invitation.
 * @returns the person's id; undefined without an open invitation that has not expired.
 */
export async function findInvitedPerson(db: Db, mobile: string): Promise<string | undefined> {
  const invited = await db
    .selectFrom("invitations")
    .select("name")
    .where("mobile", "=", mobile)
    .where(isOpenInvitation)
    .where("expires_at", ">", now())
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (!invited) return undefined;
  // Closes the race between two sign-ins: the unique index admits one row.
  await db
    .insertInto("people")
    .values(newPerson(mobile, invited.name))
    .onConflict((conflict) => conflict.column("mobile").doNothing())
    .execute();
  const { id } = await db
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", mobile)
    .executeTakeFirstOrThrow();
  return id;
}

/** The row of a person who becomes known. */
export function newPerson(mobile: string, name: string) {
  return { id: newId(), mobile, name, created_at: now(), updated_at: now() };
}
