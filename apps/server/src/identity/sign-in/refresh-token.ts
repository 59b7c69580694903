import { createHash, randomBytes } from "node:crypto";
import type { ErrorCode } from "@rokad/contract/error-codes";
import type { Role } from "@rokad/contract/sign-in";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError, notSignedIn } from "../../kernel/errors.ts";
import type { PresentedProof } from "../../http/serve.ts";
import type { RequestOrigin } from "../../kernel/person.ts";
import { readSettings } from "../settings/settings.ts";
import { issueAccessToken } from "./access-token.ts";
import { endSession } from "./end-session.ts";
import { notifyOwner, type EnqueueText } from "./notify-owner.ts";
import { idleUntil } from "./session-life.ts";
import { invalidProof, useProof, verifyProof, type SignedProof } from "./verify-proof.ts";

/** Creates a refresh token for a session. The database stores only its hash. */
export async function issueRefreshToken(
  db: Tx,
  sessionId: string,
  issuedAt = now(),
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("refresh_tokens")
    .values({ token_hash: hashToken(token), session_id: sessionId, issued_at: issuedAt })
    .execute();
  return token;
}

interface Presented {
  readonly token: string;
  readonly proof: PresentedProof;
  readonly origin: RequestOrigin;
}

/**
 * Exchanges a refresh token for a new pair of tokens. It works only with a proof by the session's key
 * (RFC 9449): without it the token is stolen, so the session ends and its owner is notified. Each
 * refresh token works once: a used one that returns ends the session too (RFC 9700, section 4.14.2),
 * unless its answer was lost, as `isAnswerLost` says.
 * @throws 401 when the token is unknown or used, or its session has ended, with the reason where the
 *   owner should read it; 400 as `useProof`.
 */
export async function refreshSession(
  { token, proof, origin }: Presented,
  enqueueText: EnqueueText,
) {
  const [signed, settings] = await Promise.all([verifyProof(proof), readSettings()]);
  const outcome = await transaction(async (db) => {
    const row = await selectToken(db, token);
    const over = row ? endOf(row) : notSignedIn();
    if (over || !row) return over ?? notSignedIn();
    const { session_id: id, person_id: personId, key_thumbprint: key } = row;
    if (isIdle(row)) {
      await endSession(db, id, "idle", origin);
      return sessionIdle();
    }
    if (key !== null && signed?.thumbprint !== key) {
      await endSession(db, id, "stolen", origin);
      const event = { kind: "session_stolen", session: id, personId, from: origin } as const;
      await notifyOwner(db, event, enqueueText);
      return sessionStolen();
    }
    if (signed) await useProof(db, signed);
    else if (proof.jwt !== undefined) throw invalidProof();
    if (row.used_at && !(await isAnswerLost(db, row))) {
      await endSession(db, id, "token_reused", origin);
      return notSignedIn();
    }
    if (key === null && signed) await bindSession(db, id, signed, idleUntil(row.role, settings));
    return {
      access_token: issueAccessToken({ id, personId }),
      refresh_token: await replaceToken(db, row),
    };
  });
  // Throw after the commit: a rollback would keep the session of a misused token open.
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/**
 * True when the session's own key presents a used token again and nobody has used a token that
 * replaced it: a reload or a bad line took the answer with the new pair.
 */
async function isAnswerLost(
  db: Tx,
  { session_id: id, token_hash: hash, used_at: usedAt, key_thumbprint: key }: TokenRow,
): Promise<boolean> {
  if (key === null) return false;
  const later = await db
    .selectFrom("refresh_tokens")
    .select("token_hash")
    .where("session_id", "=", id)
    .where("token_hash", "!=", hash)
    .where("issued_at", ">=", usedAt)
    .where("used_at", "is not", null)
    .executeTakeFirst();
  return later === undefined;
}

/** Marks a token as used, and drops those that nobody received. @returns the next one. */
async function replaceToken(
  db: Tx,
  { session_id: id, token_hash: hash, used_at: usedBefore }: TokenRow,
): Promise<string> {
  const usedAt = usedBefore ?? now();
  if (!usedBefore) {
    await db
      .deleteFrom("refresh_tokens")
      .where("session_id", "=", id)
      .where("token_hash", "!=", hash)
      .where("used_at", "is", null)
      .execute();
    await db
      .updateTable("refresh_tokens")
      .set({ used_at: usedAt })
      .where("token_hash", "=", hash)
      .execute();
  }
  // The time of the first use, so that `isAnswerLost` compares no clocks of two servers.
  return issueRefreshToken(db, id, usedAt);
}

async function selectToken(db: Tx, token: string) {
  return db
    .selectFrom("refresh_tokens")
    .innerJoin("sessions", "sessions.id", "refresh_tokens.session_id")
    .innerJoin("people", "people.id", "person_id")
    .leftJoin("tenants", "tenants.id", "tenant_id")
    .select([
      "token_hash",
      "session_id",
      "used_at",
      "person_id",
      "ended_at",
      "ended_because",
      "expires_at",
    ])
    .select(["key_thumbprint", "keyless_until", "idle_until"])
    .select(sql<boolean>`coalesce(tenants.is_active, people.is_active)`.as("is_active"))
    .select(sql<Role>`coalesce(tenants.role, 'superadmin')`.as("role"))
    .where("token_hash", "=", hashToken(token))
    .forUpdate(["refresh_tokens", "sessions"])
    .executeTakeFirst();
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof selectToken>>>;

/** Why the session is over; undefined while it is open. */
function endOf(row: TokenRow): ApiError | undefined {
  if (row.ended_because === "stolen") return sessionStolen();
  if (row.ended_because === "idle") return sessionIdle();
  if (row.ended_at || !row.is_active) return notSignedIn();
  const isKeylessOver = row.key_thumbprint === null && row.keyless_until <= now();
  return row.expires_at <= now() || isKeylessOver ? sessionExpired() : undefined;
}

const isIdle = ({ idle_until: until }: TokenRow) => until !== null && until <= now();

/** Binds a session from before the upgrade to the key of its first proof. */
async function bindSession(db: Tx, id: string, proof: SignedProof, until: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ key_thumbprint: proof.thumbprint, idle_until: until })
    .where("id", "=", id)
    .execute();
}

/** Ends the session of a refresh token, if the token is known. */
export async function endSessionOfToken(
  token: string,
  reason: "logout" | "idle",
  origin: RequestOrigin,
): Promise<void> {
  await transaction(async (db) => {
    const row = await db
      .selectFrom("refresh_tokens")
      .select("session_id")
      .where("token_hash", "=", hashToken(token))
      .executeTakeFirst();
    if (row) await endSession(db, row.session_id, reason, origin);
  });
}

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const ended = (code: ErrorCode, message: string) => new ApiError(401, code, message);
const sessionExpired = () =>
  ended("SESSION_EXPIRED", "Your session reached its longest duration. Please sign in again.");
const sessionIdle = () =>
  ended("SESSION_IDLE", "You were signed out without activity. Please sign in again.");
const sessionStolen = () =>
  ended("SESSION_STOLEN", "Your session was ended because another device tried to use it.");
