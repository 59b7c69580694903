import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { notFound } from "../errors.ts";
import { announce } from "../live/announce.ts";
import type { SuperAdmin } from "./person.ts";

/**
 * Ends somebody's session at once, on every server, with its stream of events and with what it
 * views as a tenant.
 * @returns 1, or 0 when it was over already.
 * @throws 404 when there never was such a session.
 */
export function revokeSession(by: SuperAdmin, id: string): Promise<number> {
  return transaction(async (db) => {
    const session = await db
      .selectFrom("sessions")
      .select(["person_id", "ended_at"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!session) throw notFound("This session");
    if (session.ended_at) return 0;
    await end(db, [id]);
    await announce(db, [session.person_id, ...(await viewedIn(db, [id]))], ["account"]);
    await record(db, {
      act: "session.ended",
      by,
      subject: { kind: "session", id },
      reason: "revoked",
      after: { person_id: session.person_id },
    });
    return 1;
  });
}

/**
 * The same for every session of a person.
 * @returns how many there were.
 * @throws 404 when there is no such person.
 */
export function revokeSessionsOf(by: SuperAdmin, personId: string): Promise<number> {
  return transaction(async (db) => {
    // Locked, as a sign-in at the same moment does shared: it comes wholly before or after.
    const person = await db
      .selectFrom("people")
      .select("id")
      .where("id", "=", personId)
      .forUpdate()
      .executeTakeFirst();
    if (!person) throw notFound("This person");
    const open = await db
      .selectFrom("sessions")
      .select("id")
      .where("person_id", "=", personId)
      .where("ended_at", "is", null)
      .orderBy("id")
      .forUpdate()
      .execute();
    const ids = open.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await end(db, ids);
    await announce(db, [personId, ...(await viewedIn(db, ids))], ["account"]);
    await record(db, {
      act: "session.ended",
      by,
      subject: { kind: "person", id: personId },
      reason: "revoked",
      after: { sessions: ids.length },
    });
    return ids.length;
  });
}

async function end(db: Tx, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: "revoked" })
    .where("id", "in", ids)
    .execute();
}

/** The tenants whose consoles are viewed in these sessions: their streams are theirs by name. */
async function viewedIn(db: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("viewings")
    .select("tenant_id")
    .where("session_id", "in", ids)
    .where("ended_at", "is", null)
    .execute();
  return rows.map((row) => row.tenant_id);
}
