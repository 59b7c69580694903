import { jwtVerify, SignJWT } from "jose";
import { now } from "../clock.ts";
import { keyFor } from "../secrets.ts";

export const accessTokenMinutes = 15;

/** A signed token that names a session for 15 minutes; whether it still stands is asked each time. */
export function issueAccessToken(session: { id: string; personId: string }): Promise<string> {
  const issued = Math.floor(now().getTime() / 1000);
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(session.personId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenMinutes * 60)
    .sign(keyFor("access-token"));
}

interface Verified {
  readonly sessionId: string;
  readonly expiresAt: number;
}

// A signature that was right stays right: the last tokens are remembered until they expire, so
// that a busy caller does not pay for the check on each request. Sessions are never remembered.
const verified = new Map<string, Verified>();
const rememberedMax = 10_000;

/** @returns the session's id, or undefined when the token is not ours or has run out. */
export async function readAccessToken(token: string): Promise<string | undefined> {
  const seconds = now().getTime() / 1000;
  const known = verified.get(token);
  if (known) return known.expiresAt > seconds ? known.sessionId : undefined;
  try {
    const { payload } = await jwtVerify(token, keyFor("access-token"), {
      algorithms: ["HS256"],
      currentDate: now(),
    });
    if (typeof payload.sid !== "string" || payload.exp === undefined) return undefined;
    if (verified.size >= rememberedMax) verified.clear();
    verified.set(token, { sessionId: payload.sid, expiresAt: payload.exp });
    return payload.sid;
  } catch {
    // jose throws for every token that is not good, and for nothing else here.
    return undefined;
  }
}
