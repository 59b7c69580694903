import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { endLockedSessions, endSessionsOf } from "../sign-in/revoke-sessions.ts";
import { isOpenSession } from "../sign-in/session-life.ts";

/**
 * Ends one of a person's own sessions at once on every server.
 * @returns 1, or 0 when the session had ended already.
 * @throws 404 for an unknown session and for another person's.
 */
export function endOwnSession(person: Person, id: string): Promise<number> {
  return transaction(async (db) => {
    const session = await db
      .selectFrom("sessions")
      .select(isOpenSession().as("is_open"))
      .where("id", "=", id)
      .where("person_id", "=", person.member.id)
      .forUpdate()
      .executeTakeFirst();
    if (!session) throw notFound("This session");
    if (!session.is_open) return 0;
    await endLockedSessions(db, {
      by: person,
      personId: person.member.id,
      ids: [id],
      subject: { kind: "session", id },
    });
    return 1;
  });
}

/**
 * Ends all of a person's sessions but the one of this request.
 * @returns the number of sessions ended.
 */
export function endOtherSessions(person: Person): Promise<number> {
  return transaction((db) => endSessionsOf(db, person, person.member.id, person.sessionId));
}
