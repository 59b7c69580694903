import { readAccessToken } from "../src/identity/sign-in/access-token.ts";
import { findSession } from "../src/identity/sign-in/find-session.ts";
import type { SignedIn } from "./signed-in.ts";

/** The id of the person, not of the business that the session is for. */
export async function memberIdOf({ token }: Pick<SignedIn, "token">): Promise<string> {
  const person = await findSession(readAccessToken(token)?.sessionId ?? "");
  if (!person) throw new Error("This session has ended");
  return person.member.id;
}
