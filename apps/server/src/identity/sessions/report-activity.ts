import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { notSignedIn } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { readSettings } from "../settings/settings.ts";
import { idleUntil, isOpenSession } from "../sign-in/session-life.ts";

/**
 * Starts the idle time of a session again. No other call does: pages poll and renew without a person.
 * @throws 401 when the session has ended. The row's own condition decides, so that a report at the
 *   limit never revives a session that a refresh ends at the same moment.
 */
export async function reportActivity(person: Person): Promise<void> {
  const until = idleUntil(person.role, await readSettings());
  const updated = await database()
    .updateTable("sessions")
    .set({ last_seen_at: now(), idle_until: until })
    .where("id", "=", person.sessionId)
    .where(isOpenSession())
    .returning("id")
    .execute();
  if (updated.length === 0) throw notSignedIn();
}
