import { signToken, verifyToken } from "../../kernel/signed-token.ts";
import { storedHolder } from "./code-holder.ts";

const lifeSeconds = 15 * 60;

/** A browser that signed in: its cookie, and the address of its request. */
interface Browser {
  readonly browser: string | undefined;
  readonly address: string;
}

/** Says for 15 minutes who signed in in this browser, without a business to open a session of. */
export function issueInvitationToken(personId: string, holder: Browser): string {
  return signToken("invitation", { sub: personId, browser: nameOf(holder) }, lifeSeconds);
}

/** @returns the person's id; undefined for a token that is foreign, expired or another browser's. */
export function readInvitationToken(token: string, holder: Browser): string | undefined {
  const claims = verifyToken("invitation", token);
  return claims?.browser === nameOf(holder) ? claims.sub : undefined;
}

function nameOf(holder: Browser): string {
  return storedHolder(holder).hash?.toString("base64url") ?? "";
}
