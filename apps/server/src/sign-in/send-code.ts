import { now } from "../clock.ts";
import { database } from "../db.ts";
import { issueCode, type CodeRequest } from "./issue-code.ts";

/**
 * Issues a code and sends it. One that could not be sent is withdrawn: it opens nothing, the one
 * before it counts again, and the person may ask for another at once.
 * @throws what `issueCode` and `send` throw.
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

/** A text whose outcome was unclear may have arrived, and its code been used meanwhile. */
async function withdraw(id: string): Promise<void> {
  await database()
    .updateTable("one_time_codes")
    .set({ withdrawn_at: now() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .execute();
}
