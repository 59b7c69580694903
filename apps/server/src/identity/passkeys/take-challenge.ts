import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { passkeyRefused } from "./passkey-refused.ts";
import type { PasskeyPurpose } from "./passkey-purpose.ts";

/** A challenge that this answer uses up. */
export type Challenge = Awaited<ReturnType<typeof takeChallenge>>;

/**
 * Marks a challenge as answered, before the answer is checked: each gets one try.
 * @param boundTo the keyed hash of the session or browser that answers.
 * @throws 400 `PASSKEY_REFUSED` for one that is unknown, answered, expired, another session's or
 *   browser's, or for another purpose.
 */
export async function takeChallenge(
  id: string,
  purposes: readonly PasskeyPurpose[],
  boundTo: Buffer | null,
) {
  // One statement: of parallel answers the first updates the row, and the others find none.
  const row =
    boundTo &&
    (await database()
      .updateTable("passkey_challenges")
      .set({ answered_at: now() })
      .where("id", "=", id)
      .where("purpose", "in", [...purposes])
      .where("bound_to", "=", boundTo)
      .where("answered_at", "is", null)
      .where("expires_at", ">", now())
      .returning(["id", "purpose", "person_id", "bound_to", "nonce", "order_digest"])
      .executeTakeFirst());
  if (!row) throw passkeyRefused();
  return row;
}
