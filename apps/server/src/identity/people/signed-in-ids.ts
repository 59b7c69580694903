import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";

/** The ids of all people with a session, for a change that everybody's pages show. */
export async function signedInIds(db: Tx): Promise<string[]> {
  const sessions = await db
    .selectFrom("sessions")
    .select("person_id")
    .distinct()
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .execute();
  return sessions.map((session) => session.person_id);
}
