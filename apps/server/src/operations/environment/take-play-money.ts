import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import type { TenantChoice } from "../../database/tenant-choice.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import * as ledger from "../../ledger/ledger.ts";
import { insertAdjustment } from "../../money-in/adjustments/adjustment-queries.ts";
import { postAdjustment } from "../../money-in/adjustments/post-adjustment.ts";

const reason = "Sandbox money is no real money";

/**
 * Takes what is available out of wallets, and forgives what is owed: one adjustment each, against the
 * bank account in which the play money seemed to arrive. The ledger stays append-only.
 * @param tenantIds the wallets, or all.
 * @returns how many wallets changed.
 */
export async function emptyWallets(tenantIds: TenantChoice): Promise<number> {
  const wallets = await database()
    .selectFrom("wallets")
    .select("id")
    .where(({ or, eb }) => or([eb("available_paise", ">", 0n), eb("receivable_paise", ">", 0n)]))
    .$if(tenantIds !== "all", (rows) =>
      rows.where("id", "=", sql<string>`any(${tenantIds}::uuid[])`),
    )
    .orderBy("id")
    .execute();
  for (const { id } of wallets) await emptyWallet(id);
  return wallets.length;
}

function emptyWallet(tenantId: string): Promise<void> {
  return transaction(async (db) => {
    const wallet = (await ledger.lock(db, [tenantId])).get(tenantId);
    if (!wallet) throw new Error(`Wallet ${tenantId} was never opened`);
    const isDebit = wallet.available > 0n;
    const amountPaise = isDebit ? wallet.available : wallet.receivable;
    if (amountPaise === 0n) return;
    const adjustment = {
      id: newId(),
      kind: "sandbox_money",
      debitAccount: isDebit ? "wallet" : "bank",
      creditAccount: isDebit ? "bank" : "wallet",
      // A balance is the sum of deposits into several accounts.
      receivingAccountId: null,
      adapter: null,
      tenantId,
      amountPaise,
      reason,
      reference: null,
      depositId: null,
      statementLineId: null,
      chargebackId: null,
    } as const;
    await insertAdjustment(db, adjustment, { proposedBy: null, at: now(), state: "posted" });
    await postAdjustment(db, adjustment);
  });
}

/** Takes the sandbox bank's credits out of suspense, where a super admin could assign them. */
export function emptySuspense(): Promise<number> {
  return transaction(async (db) => {
    const credits = await db
      .updateTable("incoming_credits")
      .set({
        state: "dismissed",
        was_sandbox_money: true,
        decided_at: now(),
        note: reason,
        first_decision: null,
        first_decided_by: null,
        first_decided_at: null,
      })
      .where("state", "=", "suspense")
      .where("adapter", "=", "sandbox")
      .returning(["id as creditId", "amount_paise as amountPaise"])
      .returning("receiving_account_id as receivingAccountId")
      .execute();
    await ledger.giveBack(db, credits);
    return credits.length;
  });
}
