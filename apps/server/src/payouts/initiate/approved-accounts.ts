import type { Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";

/** Which of these accounts are approved; a review of them waits until the transaction ends. */
export async function lockApprovedAccounts(db: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("bank_accounts")
    .select(["id", "status"])
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forShare()
    .execute();
  return new Set(rows.filter(({ status }) => status === "approved").map(({ id }) => id));
}

export function accountNotApproved(): ApiError {
  const message = "Withdrawals only go to an approved bank account";
  return new ApiError(422, "BANK_ACCOUNT_NOT_APPROVED", message, {
    fields: { bank_account: message },
  });
}
