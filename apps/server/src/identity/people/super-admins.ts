import type { Db } from "../../database/db.ts";

/** The ids of all active super admins. */
export async function superAdminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("people")
    .select("id")
    .where("role", "=", "superadmin")
    .where("is_active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}
