import { readToken, signToken } from "../signed-token.ts";

const accessTokenMinutes = 15;

/**
 * A signed token that names a session, or a view of a tenant's console, for 15 minutes unless
 * told; whether that still stands is asked each time.
 */
export function issueAccessToken(
  session: { id: string; personId: string },
  minutes = accessTokenMinutes,
): string {
  return signToken("access-token", { sub: session.personId, sid: session.id }, minutes * 60);
}

interface AccessToken {
  readonly sessionId: string;
  /** From then on it is nobody's. */
  readonly endsAt: Date;
}

/** @returns undefined when the token is not ours or has run out. */
export function readAccessToken(token: string): AccessToken | undefined {
  const claims = readToken("access-token", token);
  if (!claims?.sid) return undefined;
  return { sessionId: claims.sid, endsAt: new Date(Number(claims.exp) * 1000) };
}
