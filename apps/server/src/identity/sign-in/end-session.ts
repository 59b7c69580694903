import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RequestOrigin } from "../../kernel/person.ts";

type Reason = "logout" | "idle" | "token_reused" | "stolen";

const reasons: Readonly<Record<Reason, string>> = {
  logout: "Signed out",
  idle: "Signed out without activity",
  token_reused: "Reused token: session ended",
  stolen: "Refreshed without the session's key: session ended",
};

/**
 * Ends one session at once on every server, and records the reason.
 * @returns the person; undefined if the session had ended.
 */
export async function endSession(
  db: Tx,
  sessionId: string,
  reason: Reason,
  origin: RequestOrigin,
): Promise<string | undefined> {
  const [ended] = await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: reason })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning("person_id")
    .execute();
  if (!ended) return undefined;
  const { person_id: id } = ended;
  // The servers end the session's event streams when they receive this change.
  await publishChange(db, [id], ["account"]);
  // No actor for a misused token: the caller may be a thief.
  const isThief = reason === "token_reused" || reason === "stolen";
  await record(db, {
    act: isThief ? `session.${reason}` : "session.ended",
    by: isThief ? null : { id, from: origin },
    from: origin,
    subject: isThief ? { kind: "person", id } : { kind: "session", id: sessionId },
    reason: reasons[reason],
  });
  return id;
}

/** Ends all sessions of a person at once on every server. */
export async function endSessionsOfPerson(
  db: Tx,
  personId: string,
  reason: "deactivated" | "closed",
) {
  await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: reason })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
  await publishChange(db, [personId], ["account"]);
}
