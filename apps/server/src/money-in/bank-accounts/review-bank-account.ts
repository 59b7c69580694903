import { selectChecks } from "../../payouts/account-checks/check-queries.ts";
import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { notFound } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import { maskEnd } from "../../kernel/money.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { alreadyDecidedError } from "../reviews/already-decided.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { superAdminIds } from "../../identity/people/super-admins.ts";
import { updateAllowedSenders } from "../virtual-accounts/update-allowed-senders.ts";
import { asDecidedBankAccount } from "./bank-account.ts";
import { lockForReview, updateDecision } from "./review-queries.ts";

/**
 * Approves an account.
 * @param run runs the approval once for the request's key.
 * @throws what `decide` throws.
 */
export function approveBankAccount(
  reviewer: SuperAdmin,
  id: string,
  note: string | undefined,
  run: RunTransaction = transaction,
) {
  return decide(reviewer, id, { status: "approved", note: note || null }, run);
}

/** Rejects an account with a reason that its owner sees. @throws what `decide` throws. */
export function rejectBankAccount(reviewer: SuperAdmin, id: string, reason: string) {
  return decide(reviewer, id, { status: "rejected", note: reason });
}

/** @throws 404; 409 `ALREADY_DECIDED` after the first decision. */
function decide(
  reviewer: SuperAdmin,
  id: string,
  decision: { status: "approved" | "rejected"; note: string | null },
  run: RunTransaction = transaction,
) {
  return run(async (db) => {
    const account = await lockForReview(db, id);
    if (!account) throw notFound("This bank account");
    // Closes the race between two reviewers: the second one reads the first decision under the lock.
    if (account.status !== "pending")
      throw alreadyDecidedError("This bank account", account, reviewer);
    const decided = await updateDecision(db, id, reviewer, decision);
    const [check] = (await selectChecks(db, [decided.account_check_id])).values();
    await notify(db, [
      { personId: decided.tenant_id, kind: `bank_account_${decision.status}`, subjectId: id },
    ]);
    if (decision.status === "approved") await updateAllowedSenders(db, decided.tenant_id, reviewer);
    const people = [decided.tenant_id, ...(await superAdminIds(db))];
    await publishChange(db, people, ["bank_accounts", "notifications"]);
    await record(db, {
      act: `bank_account.${decision.status}`,
      by: reviewer,
      subject: { kind: "bank_account", id },
      reason: decision.note,
      before: { status: "pending" },
      after: {
        status: decision.status,
        tenant: decided.tenant_id,
        account_number: maskEnd(decided.account_number_end),
        ifsc_code: decided.ifsc_code,
      },
    });
    return asDecidedBankAccount({ ...account, ...decided }, check);
  });
}
