import type { ReviewWarning } from "@rokad/contract/reviews";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { selectReviewFacts } from "./review-facts.ts";
import { selectForReview } from "./review-queries.ts";
import { warningsOf } from "./review-warnings.ts";

/**
 * The warnings of pending deposits, as the review queue has them.
 * @param lineOf the statement line that shows each deposit's line already, by the deposit's id.
 */
export async function findWarnings(
  db: Db,
  lineOf: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, ReviewWarning[]>> {
  if (lineOf.size === 0) return new Map();
  const ids = sql<string>`(select unnest(${[...lineOf.keys()]}::uuid[]))`;
  const deposits = await selectForReview(db, ids).execute();
  const facts = await selectReviewFacts(db, deposits);
  return new Map(
    deposits.flatMap((deposit) => {
      const own = facts.get(deposit.id);
      return own ? [[deposit.id, warningsOf(deposit, own, lineOf.get(deposit.id))]] : [];
    }),
  );
}
