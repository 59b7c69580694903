import type { RunTransaction } from "../../http/idempotency.ts";
import { decideEach } from "../reviews/decide-each.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { approveBankAccount, rejectBankAccount } from "./review-bank-account.ts";

export const decisionMessages = {
  approved: "Bank account approved",
  rejected: "Bank account rejected",
} as const;

/** @param runFor runs the approval of one id once for the request's key. */
export function approveBankAccounts(
  reviewer: SuperAdmin,
  ids: readonly string[],
  note: string | undefined,
  runFor: (id: string) => RunTransaction,
) {
  return decideEach(ids, async (id) => {
    await approveBankAccount(reviewer, id, note, runFor(id));
    return { outcome: "approved", message: decisionMessages.approved };
  });
}

export function rejectBankAccounts(reviewer: SuperAdmin, ids: readonly string[], reason: string) {
  return decideEach(ids, async (id) => {
    await rejectBankAccount(reviewer, id, reason);
    return { outcome: "rejected", message: decisionMessages.rejected };
  });
}
