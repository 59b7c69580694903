import { rolesWith, type Permission } from "@rokad/contract/roles";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/** The ids of all active super admins, or of those whose roles give a permission. */
export async function superAdminIds(db: Db, permission: Permission = "view"): Promise<string[]> {
  const roles = rolesWith(permission, "superadmin");
  const rows = await db
    .selectFrom("people")
    .select("id")
    .where("role", "=", "superadmin")
    .where("is_active", "=", true)
    .where(sql<boolean>`installation_roles && ${roles}::text[]`)
    .execute();
  return rows.map(({ id }) => id);
}

/** When each active super admin was added who has the permission. */
export async function readDeciders(db: Db, permission: Permission) {
  const rows = await db
    .selectFrom("people")
    .select(["id", "created_at"])
    .where("id", "in", await superAdminIds(db, permission))
    .execute();
  return rows.map(({ id, created_at: addedAt }) => ({ id, addedAt }));
}
