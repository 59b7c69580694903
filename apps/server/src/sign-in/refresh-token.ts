import { createHash, randomBytes } from "node:crypto";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { notSignedIn } from "../errors.ts";
import { announce } from "../live/announce.ts";
import { issueAccessToken } from "./access-token.ts";
import type { Visitor } from "./open-session.ts";

/** A fresh refresh token for a session; only its hash is kept. */
export async function issueRefreshToken(db: Tx, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("refresh_tokens")
    .values({ token_hash: hashOf(token), session_id: sessionId, issued_at: now() })
    .execute();
  return token;
}

/**
 * Trades a refresh token for a new pair. Each works once: an old one that comes back may be a
 * stolen one, so it ends the whole session (RFC 9700, section 4.14.2).
 * @throws 401 when the token is unknown or used, or its session is over.
 */
export async function refreshSession(token: string, visitor: Visitor) {
  const outcome = await transaction(async (db) => {
    const found = await db
      .selectFrom("refresh_tokens")
      .innerJoin("sessions", "sessions.id", "refresh_tokens.session_id")
      .innerJoin("people", "people.id", "sessions.person_id")
      .select(["session_id", "used_at", "person_id", "ended_at", "expires_at", "is_active"])
      .where("token_hash", "=", hashOf(token))
      .forUpdate(["refresh_tokens", "sessions"])
      .executeTakeFirst();
    if (!found || found.ended_at || found.expires_at <= now() || !found.is_active) return undefined;
    if (found.used_at) {
      await endSession(db, found.session_id, "token_reused", visitor);
      return undefined;
    }
    await db
      .updateTable("refresh_tokens")
      .set({ used_at: now() })
      .where("token_hash", "=", hashOf(token))
      .execute();
    await db
      .updateTable("sessions")
      .set({ last_seen_at: now() })
      .where("id", "=", found.session_id)
      .execute();
    return {
      access_token: issueAccessToken({ id: found.session_id, personId: found.person_id }),
      refresh_token: await issueRefreshToken(db, found.session_id),
    };
  });
  // Thrown after the commit, so that a reused token does end its session.
  if (!outcome) throw notSignedIn();
  return outcome;
}

/** Ends the session that a refresh token belongs to; an unknown token ends nothing. */
export async function endSessionOf(token: string, visitor: Visitor): Promise<void> {
  await transaction(async (db) => {
    const found = await db
      .selectFrom("refresh_tokens")
      .select("session_id")
      .where("token_hash", "=", hashOf(token))
      .executeTakeFirst();
    if (found) await endSession(db, found.session_id, "logout", visitor);
  });
}

/** Ends one session, at once on every server, and records why. */
export async function endSession(
  db: Tx,
  sessionId: string,
  because: "logout" | "token_reused",
  visitor: Visitor,
) {
  const ended = await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: because })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning("person_id")
    .execute();
  // The servers end its streams.
  await announce(
    db,
    ended.map((session) => session.person_id),
    ["account"],
  );
  for (const { person_id: id } of ended) {
    await record(db, {
      act: because === "logout" ? "session.ended" : "session.token_reused",
      // Whoever comes with an old token may be a thief.
      by: because === "logout" ? { id, from: visitor } : null,
      from: visitor,
      subject: because === "logout" ? { kind: "session", id: sessionId } : { kind: "person", id },
      reason: because === "logout" ? "Signed out" : "The whole session was ended",
    });
  }
}

/** Ends every session of a person, at once on every server. */
export async function endSessionsOfPerson(
  db: Tx,
  personId: string,
  because: "deactivated" | "closed",
) {
  await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: because })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
  await announce(db, [personId], ["account"]);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
