import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { noFirstApproval } from "./arrival.ts";
import { auditDetails, notifyDecision } from "./review-deposit.ts";

/**
 * Rejects the pending deposits of these tenants, or all, as the product itself, and clears their first
 * approvals. Their UTRs are free again.
 * @param reason what the tenants read.
 * @returns how many.
 */
export function endPendingDepositsOf(
  tenantIds: readonly string[] | "all",
  reason: string,
): Promise<number> {
  const isTheirs =
    tenantIds === "all" ? sql<boolean>`true` : sql<boolean>`tenant_id = any(${tenantIds}::uuid[])`;
  return transaction(async (db) => {
    const pending = await db
      .selectFrom("deposits")
      .selectAll()
      .where("status", "=", "pending")
      .where(isTheirs)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    for (const deposit of pending) {
      const { id, tenant_id: tenantId } = deposit;
      await db
        .updateTable("deposits")
        .set({ status: "failed", review_note: reason, reviewed_at: now(), ...noFirstApproval })
        .where("id", "=", id)
        .execute();
      await notifyDecision(db, tenantId, "deposit_rejected", id);
      await record(db, {
        act: "deposit.rejected",
        by: null,
        subject: { kind: "deposit", id },
        reason,
        before: { status: "pending", first_approval: deposit.first_approved_by },
        after: { status: "failed", ...auditDetails(deposit) },
      });
    }
    return pending.length;
  });
}
