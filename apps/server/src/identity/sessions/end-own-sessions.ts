import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { endLockedSessions } from "../sign-in/revoke-sessions.ts";

/**
 * Ends one of a person's own sessions at once on every server.
 * @returns 1, or 0 when the session had ended already.
 * @throws 404 for an unknown session and for another person's.
 */
export function endOwnSession(person: Person, id: string): Promise<number> {
  return transaction(async (db) => {
    const session = await db
      .selectFrom("sessions")
      .select("ended_at")
      .where("id", "=", id)
      .where("person_id", "=", person.member.id)
      .forUpdate()
      .executeTakeFirst();
    if (!session) throw notFound("This session");
    if (session.ended_at) return 0;
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
  return transaction(async (db) => {
    // Closes the race with a sign-in, which locks the same row shared: one waits for the other.
    await db
      .selectFrom("people")
      .select("id")
      .where("id", "=", person.member.id)
      .forUpdate()
      .execute();
    const open = await db
      .selectFrom("sessions")
      .select("id")
      .where("person_id", "=", person.member.id)
      .where("id", "<>", person.sessionId)
      .where("ended_at", "is", null)
      .orderBy("id")
      .forUpdate()
      .execute();
    const ids = open.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await endLockedSessions(db, {
      by: person,
      personId: person.member.id,
      ids,
      subject: { kind: "person", id: person.member.id },
    });
    return ids.length;
  });
}
