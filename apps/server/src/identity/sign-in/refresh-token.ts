import { createHash, randomBytes } from "node:crypto";
import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { notSignedIn } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import { issueAccessToken } from "./access-token.ts";
import type { RequestOrigin } from "../../kernel/person.ts";

/** Creates a refresh token for a session. The database stores only its hash. */
export async function issueRefreshToken(db: Tx, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("refresh_tokens")
    .values({ token_hash: hashToken(token), session_id: sessionId, issued_at: now() })
    .execute();
  return token;
}

/**
 * Exchanges a refresh token for a new pair of tokens. Each refresh token works once: a used one that
 * returns may be stolen, so it ends the whole session (RFC 9700, section 4.14.2).
 * @throws 401 when the token is unknown or used, or its session has ended.
 */
export async function refreshSession(token: string, origin: RequestOrigin) {
  const outcome = await transaction(async (db) => {
    const row = await db
      .selectFrom("refresh_tokens")
      .innerJoin("sessions", "sessions.id", "refresh_tokens.session_id")
      .innerJoin("people", "people.id", "sessions.person_id")
      .select(["session_id", "used_at", "person_id", "ended_at", "expires_at", "is_active"])
      .where("token_hash", "=", hashToken(token))
      .forUpdate(["refresh_tokens", "sessions"])
      .executeTakeFirst();
    if (!row || row.ended_at || row.expires_at <= now() || !row.is_active) return undefined;
    if (row.used_at) {
      await endSession(db, row.session_id, "token_reused", origin);
      return undefined;
    }
    await db
      .updateTable("refresh_tokens")
      .set({ used_at: now() })
      .where("token_hash", "=", hashToken(token))
      .execute();
    await db
      .updateTable("sessions")
      .set({ last_seen_at: now() })
      .where("id", "=", row.session_id)
      .execute();
    return {
      access_token: issueAccessToken({ id: row.session_id, personId: row.person_id }),
      refresh_token: await issueRefreshToken(db, row.session_id),
    };
  });
  // Throw after the commit: a rollback would keep the session of a reused token open.
  if (!outcome) throw notSignedIn();
  return outcome;
}

/** Ends the session of a refresh token, if the token is known. */
export async function endSessionOfToken(token: string, origin: RequestOrigin): Promise<void> {
  await transaction(async (db) => {
    const row = await db
      .selectFrom("refresh_tokens")
      .select("session_id")
      .where("token_hash", "=", hashToken(token))
      .executeTakeFirst();
    if (row) await endSession(db, row.session_id, "logout", origin);
  });
}

/** Ends one session at once on every server, and records the reason. */
export async function endSession(
  db: Tx,
  sessionId: string,
  reason: "logout" | "token_reused",
  origin: RequestOrigin,
) {
  const ended = await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: reason })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning("person_id")
    .execute();
  // The servers end the session's event streams when they receive this change.
  await publishChange(
    db,
    ended.map((session) => session.person_id),
    ["account"],
  );
  for (const { person_id: id } of ended) {
    await record(db, {
      act: reason === "logout" ? "session.ended" : "session.token_reused",
      // No actor for a reused token: the caller may be a thief.
      by: reason === "logout" ? { id, from: origin } : null,
      from: origin,
      subject: reason === "logout" ? { kind: "session", id: sessionId } : { kind: "person", id },
      reason: reason === "logout" ? "Signed out" : "Reused token: session ended",
    });
  }
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

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
