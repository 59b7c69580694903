import { database, transaction } from "../../database/db.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import { ConfigError } from "../../kernel/config-error.ts";
import { recordCancelled } from "../../payouts/cancel/record-cancelled.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";

const reason = "The sandbox of this installation was cleared; no bank was paid";
const batchSize = 200;

/**
 * Ends the open payouts that the sandbox has or would get, so that no real provider pays them. No
 * server runs meanwhile.
 * @param tenantIds whose unsent payouts end too: those of these tenants, or all.
 * @returns how many.
 * @throws {ConfigError} for a payout whose outcome super admins are deciding.
 */
export async function endSandboxPayouts(tenantIds: TenantChoice): Promise<number> {
  let count = 0;
  for (;;) {
    const cancelled = await cancelUnsent(tenantIds);
    const failed = await failSent();
    if (cancelled + failed === 0) return count;
    count += cancelled + failed;
  }
}

function cancelUnsent(tenantIds: TenantChoice): Promise<number> {
  return transaction(async (db) => {
    const payouts = await db
      .selectFrom("payouts")
      .select(["id as payoutId", "tenant_id as walletId", "reference_id", "send_blocked_at"])
      .select("closing_id")
      .select(["amount_paise as amountPaise", "fee_paise as feePaise", "gst_paise as gstPaise"])
      .where("id", "in", db.selectFrom("payout_queue").select("payout_id"))
      .where("status", "=", "pending")
      .where(ofTenants(tenantIds))
      .orderBy("id")
      .limit(batchSize)
      .forNoKeyUpdate()
      .execute();
    const undecided = payouts.find(({ send_blocked_at: sendBlockedAt }) => sendBlockedAt !== null);
    if (undecided) {
      throw new ConfigError(
        `Super admins are deciding the outcome of the payout ${undecided.reference_id}. Start with the sandbox once more, and withdraw the proposal.`,
      );
    }
    await recordCancelled(db, payouts, reason);
    return payouts.length;
  });
}

async function failSent(): Promise<number> {
  const payouts = await database()
    .selectFrom("payouts")
    .select("reference_id as reference")
    .where("id", "in", database().selectFrom("payout_queue").select("payout_id"))
    .where("status", "=", "processing")
    .where("adapter", "=", "sandbox")
    .orderBy("id")
    .limit(batchSize)
    .execute();
  const results = await applyProviderUpdates(
    payouts.map(({ reference }) => ({ reference, adapter: "sandbox", state: "failed", reason })),
  );
  if (results.some((result) => result !== "release"))
    throw new Error("A payout of the sandbox did not end");
  return payouts.length;
}
