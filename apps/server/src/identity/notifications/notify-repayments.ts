import type { Tx } from "../../database/db.ts";
import { rupees } from "../../kernel/money.ts";
import type { Repayment } from "../../ledger/ledger.ts";
import { notify } from "./notify.ts";

/** Notifies tenants whose credit paid off all that they owed. The caller publishes the change. */
export async function notifyRepayments(db: Tx, repayments: readonly Repayment[]): Promise<void> {
  await notify(
    db,
    repayments
      .filter(({ leftPaise }) => leftPaise === 0n)
      .map(({ walletId, paidPaise }) => ({
        personId: walletId,
        kind: "receivable_paid" as const,
        subjectId: walletId,
        detail: rupees(paidPaise),
      })),
  );
}
