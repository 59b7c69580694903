import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { issueCode, type CodeRequest } from "./issue-code.ts";

/**
 * Issues a code and sends it. A code that could not be sent is withdrawn: it no longer works, the
 * previous code is valid again, and the person can request another at once.
 * @throws the errors of `issueCode` and `send`.
 */
export async function sendCode(
  request: CodeRequest,
  send: (code: string) => Promise<void>,
): Promise<void> {
  const { id, code } = await issueCode(request);
  try {
    await send(code);
  } catch (error) {
    await withdraw(id);
    throw error;
  }
}

/** Keeps a used code: a text with an unclear outcome may have arrived, and its code been used. */
async function withdraw(id: string): Promise<void> {
  await database()
    .updateTable("one_time_codes")
    .set({ withdrawn_at: now() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .execute();
}
