import { limits } from "@rokad/contract/limits";
import { verifyToken, signToken } from "../../kernel/signed-token.ts";

/**
 * Signs a token that names a session, or a super admin's view of a tenant's console. Each request
 * still checks in the database that the session is open.
 * @param minutes the token's lifetime.
 */
export function issueAccessToken(
  session: { id: string; personId: string },
  minutes: number = limits.accessTokenMinutes,
): string {
  return signToken("access-token", { sub: session.personId, sid: session.id }, minutes * 60);
}

interface AccessToken {
  readonly sessionId: string;
  readonly endsAt: Date;
}

/** @returns undefined when the signature is wrong or the token has expired. */
export function readAccessToken(token: string): AccessToken | undefined {
  const claims = verifyToken("access-token", token);
  if (!claims?.sid) return undefined;
  return { sessionId: claims.sid, endsAt: new Date(Number(claims.exp) * 1000) };
}
