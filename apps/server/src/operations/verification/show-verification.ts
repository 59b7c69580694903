import { database } from "../../database/db.ts";
import { isStranded, selectVerifications } from "./queries.ts";
import { asVerification } from "./verification.ts";

/** The last finished verification, and the one that waits or runs. */
export async function showVerification() {
  const [unfinished, finished] = await Promise.all([
    selectVerifications(database())
      .where("verifications.finished_at", "is", null)
      .executeTakeFirst(),
    selectVerifications(database())
      .where("verifications.finished_at", "is not", null)
      .orderBy("verifications.finished_at", "desc")
      .orderBy("verifications.id", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  const hasDied = unfinished !== undefined && isStranded(unfinished);
  const last = hasDied ? unfinished : finished;
  return {
    last: last ? asVerification(last) : null,
    in_progress: unfinished && !hasDied ? asVerification(unfinished) : null,
  };
}
