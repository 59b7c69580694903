import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { Person, SuperAdmin } from "../../kernel/person.ts";
import { isOpenSession } from "./session-life.ts";

/**
 * Ends a session at once on every server, with its event streams and its views of tenants.
 * @returns 1, or 0 when the session had ended already.
 * @throws 404 when no session has this id.
 */
export function revokeSession(by: SuperAdmin, id: string): Promise<number> {
  return transaction(async (db) => {
    const session = await db
      .selectFrom("sessions")
      .select(["person_id", isOpenSession().as("is_open")])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!session) throw notFound("This session");
    if (!session.is_open) return 0;
    const subject = { kind: "session", id };
    await endLockedSessions(db, { by, personId: session.person_id, ids: [id], subject });
    return 1;
  });
}

/**
 * Ends all sessions of a person at once on every server.
 * @returns the number of sessions ended.
 * @throws 404 when no person has this id.
 */
export function revokeSessionsOf(by: SuperAdmin, personId: string): Promise<number> {
  return transaction((db) => endSessionsOf(db, by, personId));
}

/**
 * Ends all sessions of a person, or all but one, in a transaction of the caller's.
 * @param by null for the command line.
 * @returns how many were open. Those whose time was over are not counted.
 * @throws 404 when no person has this id.
 */
export async function endSessionsOf(
  db: Tx,
  by: Person | null,
  personId: string,
  exceptId: string | null = null,
): Promise<number> {
  // Closes the race with a sign-in, which locks the same row shared: one waits for the other.
  const person = await db
    .selectFrom("people")
    .select("id")
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw notFound("This person");
  const rows = await db
    .selectFrom("sessions")
    .select(["id", isOpenSession().as("is_open")])
    .where("person_id", "=", personId)
    .where("id", "is distinct from", exceptId)
    .where("ended_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (rows.length === 0) return 0;
  const openCount = rows.filter(({ is_open: isOpen }) => isOpen).length;
  const ids = rows.map(({ id }) => id);
  const subject = { kind: "person", id: personId };
  await endLockedSessions(db, { by, personId, ids, subject, openCount });
  return openCount;
}

interface Revocation {
  /** Null for the command line. */
  readonly by: Person | null;
  readonly personId: string;
  readonly ids: readonly string[];
  /** The session for one, the person for all. */
  readonly subject: { readonly kind: string; readonly id: string };
  /** For all: how many of them people could still use. */
  readonly openCount?: number;
}

/** Ends sessions of one person that the transaction has locked, with their streams and views. */
export async function endLockedSessions(
  db: Tx,
  { by, personId, ids, subject, openCount }: Revocation,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: "revoked" })
    .where("id", "in", ids)
    .execute();
  await publishChange(db, [personId, ...(await listenedTenantIds(db, ids))], ["account"]);
  await record(db, {
    act: "session.ended",
    by,
    subject,
    reason: "revoked",
    after: openCount === undefined ? { person_id: personId } : { sessions: openCount },
  });
}

/** The businesses to whose changes the event streams of these sessions and of their views listen. */
async function listenedTenantIds(db: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("tenant_id")
    .where("id", "in", ids)
    .union(
      db
        .selectFrom("viewings")
        .select("tenant_id")
        .where("session_id", "in", ids)
        .where("ended_at", "is", null),
    )
    .execute();
  return rows.flatMap(({ tenant_id: id }) => id ?? []);
}
