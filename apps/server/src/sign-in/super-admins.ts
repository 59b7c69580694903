import type { Db } from "../db.ts";

/** The ids of everyone who runs this installation, for what all of them should hear of. */
export async function superAdminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("people")
    .select("id")
    .where("role", "=", "superadmin")
    .where("is_active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}
