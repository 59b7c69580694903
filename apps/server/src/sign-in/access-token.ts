import { readToken, signToken } from "../signed-token.ts";

const accessTokenMinutes = 15;

/** A signed token that names a session for 15 minutes; whether it still stands is asked each time. */
export function issueAccessToken(session: { id: string; personId: string }): string {
  return signToken(
    "access-token",
    { sub: session.personId, sid: session.id },
    accessTokenMinutes * 60,
  );
}

/** @returns the session's id, or undefined when the token is not ours or has run out. */
export function readAccessToken(token: string): string | undefined {
  return readToken("access-token", token)?.sid;
}
