import { adjustmentLabel } from "@rokad/contract/adjustment-kinds";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { notifyRepayments } from "../../identity/notifications/notify-repayments.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { rupees } from "../../kernel/money.ts";
import * as ledger from "../../ledger/ledger.ts";
import type { Adjustment } from "./adjustment-queries.ts";

/**
 * Moves the money of an adjustment whose row this transaction holds, corrects its deposit, and
 * notifies the tenant. The ledger rejects a second posting, and the deposit's row a correction beyond
 * its amount.
 * @returns what of a debit the tenant now owes, in paise.
 */
export async function postAdjustment(db: Tx, adjustment: Adjustment): Promise<bigint> {
  const { id, tenantId, amountPaise, debitAccount, creditAccount, receivingAccountId } = adjustment;
  await updateDeposit(db, adjustment);
  if (tenantId === null) {
    await ledger.adjustPlatform(db, {
      adjustmentId: id,
      amountPaise,
      debitAccount: platformAccount(debitAccount),
      creditAccount: platformAccount(creditAccount),
      receivingAccountId,
    });
    await publishToSuperAdmins(db, ["deposits"]);
    return 0n;
  }
  const isDebit = debitAccount === "wallet";
  const { owedPaise, repayments } = await ledger.adjustWallet(db, {
    adjustmentId: id,
    walletId: tenantId,
    amountPaise,
    direction: isDebit ? "debit" : "credit",
    account: platformAccount(isDebit ? creditAccount : debitAccount),
    receivingAccountId,
  });
  await db.updateTable("adjustments").set({ owed_paise: owedPaise }).where("id", "=", id).execute();
  const detail = isDebit ? debitText(adjustment, owedPaise) : creditText(adjustment);
  await notify(db, [{ personId: tenantId, kind: "wallet_adjusted", subjectId: id, detail }]);
  await notifyRepayments(db, repayments);
  await publishToSuperAdmins(db, ["deposits", "wallet", "notifications"], tenantId);
  return owedPaise;
}

async function updateDeposit(db: Tx, adjustment: Adjustment): Promise<void> {
  const { depositId, amountPaise, debitAccount } = adjustment;
  if (depositId === null) return;
  const change = debitAccount === "wallet" ? amountPaise : -amountPaise;
  await sql`
    update deposits set corrected_paise = corrected_paise + ${change} where id = ${depositId}
  `.execute(db);
}

function platformAccount(account: Adjustment["debitAccount"]): ledger.PlatformAccount {
  if (account === "wallet") throw new Error("A wallet is adjusted with its tenant");
  return account;
}

function debitText({ kind, amountPaise, reason }: Adjustment, owedPaise: bigint): string {
  const text = `${rupees(amountPaise)} was taken from your wallet (${adjustmentLabel(kind).toLowerCase()}): ${reason}`;
  return owedPaise === 0n
    ? text
    : `${text}. You owe ${rupees(owedPaise)}, paid off by your next credits`;
}

function creditText({ kind, amountPaise, reason }: Adjustment): string {
  return `${rupees(amountPaise)} was added to your wallet (${adjustmentLabel(kind).toLowerCase()}): ${reason}`;
}
