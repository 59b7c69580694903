import type { Person } from "../../kernel/person.ts";
import { storedHolder } from "../sign-in/code-holder.ts";

/** The keyed hash of a person's session, to which their challenges are bound. */
export function boundToSession({ sessionId }: Person): Buffer {
  const { hash } = storedHolder({ sessionId });
  if (!hash) throw new Error("A session always has a hash");
  return hash;
}
