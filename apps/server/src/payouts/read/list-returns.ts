import type { Db } from "../../database/db.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { ReturnSubject } from "../../ledger/returned-charges.ts";

/**
 * A tenant's returns in a period, whole and partial.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 */
export async function listReturns(
  db: Db,
  tenantId: string,
  period: { readonly from: string; readonly to: string },
): Promise<ReturnSubject[]> {
  const rows = await db
    .selectFrom("payout_reversals")
    .select(["id", "payout_id", "is_partial"])
    .where("tenant_id", "=", tenantId)
    .where("created_at", ">=", startOfDay(period.from))
    .where("created_at", "<", endOfDay(period.to))
    .execute();
  return rows.map(({ id, payout_id: payoutId, is_partial: isPartial }) => ({
    kind: isPartial ? "partial_return" : "reverse",
    subjectId: isPartial ? id : payoutId,
    payoutId,
  }));
}
