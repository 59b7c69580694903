import type { ReviewOutcome } from "@rokad/contract/reviews";
import { isDatabaseUnreachable } from "../../database/db.ts";
import { databaseUnreachable, ApiError } from "../../kernel/errors.ts";

type Decision = Pick<ReviewOutcome, "outcome" | "message">;

/**
 * Decides several items in order, each in its own transaction, so that one error undoes no other.
 * @returns the outcome of each distinct id.
 */
export async function decideEach(
  ids: readonly string[],
  decide: (id: string) => Promise<Decision>,
): Promise<ReviewOutcome[]> {
  const outcomes: ReviewOutcome[] = [];
  for (const id of new Set(ids)) outcomes.push({ id, ...(await outcomeOf(() => decide(id))) });
  return outcomes;
}

async function outcomeOf(decide: () => Promise<Decision>): Promise<Omit<ReviewOutcome, "id">> {
  try {
    return { ...(await decide()), code: null };
  } catch (error) {
    // Earlier decisions are committed, so the answer must list them even if the database is gone.
    const known = isDatabaseUnreachable(error) ? databaseUnreachable() : error;
    if (!(known instanceof ApiError)) throw error;
    return { outcome: "refused", message: known.message, code: known.code };
  }
}
