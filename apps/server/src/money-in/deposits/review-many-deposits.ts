import { database } from "../../database/db.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { decideEach } from "../reviews/decide-each.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { approveDeposit } from "./approve-deposit.ts";
import { rejectDeposit } from "./review-deposit.ts";

export const approvalMessages = {
  credited: "Deposit approved and credited to the wallet",
  first_approval: "First of two approvals recorded. Another super admin must give the second.",
} as const;
export const rejectionMessage = "Deposit rejected";

/**
 * Approves deposits as requested: one with another amount is refused among several.
 * @param runFor runs the approval of one id once for the request's key.
 */
export async function approveDeposits(
  reviewer: SuperAdmin,
  ids: readonly string[],
  note: string | undefined,
  runFor: (id: string) => RunTransaction,
) {
  // Also of those that are decided: a repeat after a crash must not be a smaller batch.
  const batchPaise = new Set(ids).size > 1 ? await sumDeposits(ids) : undefined;
  return decideEach(ids, async (id) => {
    const { outcome } = await approveDeposit(reviewer, id, note, { batchPaise, run: runFor(id) });
    const shown = outcome === "credited" ? ("approved" as const) : outcome;
    return { outcome: shown, message: approvalMessages[outcome] };
  });
}

export function rejectDeposits(reviewer: SuperAdmin, ids: readonly string[], reason: string) {
  return decideEach(ids, async (id) => {
    await rejectDeposit(reviewer, id, reason);
    return { outcome: "rejected", message: rejectionMessage };
  });
}

async function sumDeposits(ids: readonly string[]): Promise<bigint> {
  const { sum } = await database()
    .selectFrom("deposits")
    .select((eb) => eb.cast<bigint | null>(eb.fn.sum("amount_paise"), "bigint").as("sum"))
    .where("id", "in", ids)
    .executeTakeFirstOrThrow();
  return sum ?? 0n;
}
