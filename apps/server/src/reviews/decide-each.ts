import type { ReviewOutcome } from "@rokad/contract/reviews";
import { isDatabaseAway } from "../db.ts";
import { databaseAway, Refusal } from "../errors.ts";

type Decided = Pick<ReviewOutcome, "outcome" | "message">;

/**
 * Decides several one after the other, each in a transaction of its own, so that one that is
 * refused does not undo the others, and tells of each what became of it.
 */
export async function decideEach(
  ids: readonly string[],
  decide: (id: string) => Promise<Decided>,
): Promise<ReviewOutcome[]> {
  const outcomes: ReviewOutcome[] = [];
  for (const id of new Set(ids)) outcomes.push({ id, ...(await told(() => decide(id))) });
  return outcomes;
}

async function told(decide: () => Promise<Decided>): Promise<Omit<ReviewOutcome, "id">> {
  try {
    return { ...(await decide()), code: null };
  } catch (error) {
    // The others stay decided whatever happens now, so what is known of them must be told.
    const refusal = isDatabaseAway(error) ? databaseAway() : error;
    if (!(refusal instanceof Refusal)) throw error;
    return { outcome: "refused", message: refusal.message, code: refusal.code };
  }
}
