import { decideEach } from "../reviews/decide-each.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { approveBankAccount, rejectBankAccount } from "./review-bank-account.ts";

export const decisionMessages = {
  approved: "Bank account approved",
  rejected: "Bank account rejected",
} as const;

export function approveBankAccounts(
  reviewer: SuperAdmin,
  ids: readonly string[],
  note: string | undefined,
) {
  return decideEach(ids, async (id) => {
    await approveBankAccount(reviewer, id, note);
    return { outcome: "approved", message: decisionMessages.approved };
  });
}

export function rejectBankAccounts(reviewer: SuperAdmin, ids: readonly string[], reason: string) {
  return decideEach(ids, async (id) => {
    await rejectBankAccount(reviewer, id, reason);
    return { outcome: "rejected", message: decisionMessages.rejected };
  });
}
