import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";

/** The ids of all businesses and super admins with a session, for a change that everybody's pages show. */
export async function signedInIds(db: Tx): Promise<string[]> {
  const sessions = await db
    .selectFrom("sessions")
    .select((eb) => eb.fn.coalesce("tenant_id", "person_id").as("id"))
    .distinct()
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .execute();
  return sessions.map(({ id }) => id);
}
