import { transaction } from "../../database/db.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import { now } from "../../kernel/clock.ts";
import { noFirstApproval } from "./arrival.ts";
import { recordRejection } from "./review-deposit.ts";

/**
 * Rejects the pending deposits of these tenants, or all, as the product itself, and clears their first
 * approvals. Their UTRs are free again.
 * @param reason what the tenants read.
 * @returns how many.
 */
export function endPendingDepositsOf(tenantIds: TenantChoice, reason: string): Promise<number> {
  return transaction(async (db) => {
    const pending = await db
      .selectFrom("deposits")
      .selectAll()
      .where("status", "=", "pending")
      .where(ofTenants(tenantIds))
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    for (const deposit of pending) {
      await db
        .updateTable("deposits")
        .set({ status: "failed", review_note: reason, reviewed_at: now(), ...noFirstApproval })
        .where("id", "=", deposit.id)
        .execute();
      await recordRejection(db, { deposit, by: null, reason });
    }
    return pending.length;
  });
}
