import type { Db } from "../../database/db.ts";
import type { TimeSpan } from "../../ledger/monthly-charges.ts";
import type { ReturnSubject } from "../../ledger/returned-charges.ts";

/** A tenant's returns in a span, whole and partial. */
export async function listReturns(
  db: Db,
  tenantId: string,
  { from, until }: TimeSpan,
): Promise<ReturnSubject[]> {
  const rows = await db
    .selectFrom("payout_reversals")
    .select(["id", "payout_id", "is_partial"])
    .where("tenant_id", "=", tenantId)
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .execute();
  return rows.map(({ id, payout_id: payoutId, is_partial: isPartial }) => ({
    kind: isPartial ? "partial_return" : "reverse",
    subjectId: isPartial ? id : payoutId,
    payoutId,
  }));
}
