import { rolesWith, type Permission } from "@rokad/contract/roles";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/** The ids of all active super admins, or of those whose roles give a permission. */
export async function superAdminIds(db: Db, permission: Permission = "view"): Promise<string[]> {
  const roles = rolesWith(permission, "superadmin");
  const rows = await db
    .selectFrom("people")
    .select("id")
    .where("is_active", "=", true)
    .where(sql<boolean>`installation_roles && ${roles}::text[]`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Each active super admin who has the permission, and since when they count as a second person. */
export async function readDeciders(db: Db, permission: Permission) {
  return db
    .selectFrom("people")
    .select(["id", "name", decidesSince])
    .where("id", "in", await superAdminIds(db, permission))
    .execute();
}

/**
 * When the account was added, enabled again or given more roles, whichever came last: an owner's
 * session alone makes no second person out of an account that exists.
 */
export const decidesSince = sql<Date>`coalesce(roles_since, created_at)`.as("since");
