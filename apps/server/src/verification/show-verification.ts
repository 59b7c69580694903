import { database } from "../db.ts";
import { isStranded, selectVerifications } from "./queries.ts";
import { asVerification } from "./verification.ts";

/** The last verification that came to an end, and the one that waits or runs. */
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
  const isOver = unfinished !== undefined && isStranded(unfinished);
  const last = isOver ? unfinished : finished;
  return {
    last: last ? asVerification(last) : null,
    under_way: unfinished && !isOver ? asVerification(unfinished) : null,
  };
}
