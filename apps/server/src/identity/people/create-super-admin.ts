import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";

/** Creates a super admin. Super admins have no wallet. */
export async function createSuperAdmin({ mobile, name }: { mobile: string; name: string }) {
  await database()
    .insertInto("people")
    .values({ id: newId(), mobile, name, role: "superadmin", created_at: now(), updated_at: now() })
    .execute();
}
