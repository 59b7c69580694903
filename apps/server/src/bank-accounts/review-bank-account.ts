import { transaction } from "../db.ts";
import { alreadyDecided, notFound } from "../errors.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { asReviewedBankAccount } from "./bank-account.ts";
import { lockForReview, updateDecision } from "./queries.ts";

/** Whitelists an account. @throws what `decide` throws. */
export function approveBankAccount(reviewer: SuperAdmin, id: string, note: string | undefined) {
  return decide(reviewer, id, { status: "approved", note: note || null });
}

/** Refuses an account, for a reason that its owner reads. @throws what `decide` throws. */
export function rejectBankAccount(reviewer: SuperAdmin, id: string, reason: string) {
  return decide(reviewer, id, { status: "rejected", note: reason });
}

/** @throws 404, or 409 `ALREADY_DECIDED` to everyone but the first who decides. */
function decide(
  reviewer: SuperAdmin,
  id: string,
  decision: { status: "approved" | "rejected"; note: string | null },
) {
  return transaction(async (db) => {
    const account = await lockForReview(db, id);
    if (!account) throw notFound("This bank account");
    // Looked at again under the lock: whoever waited for it finds the other's decision.
    if (account.status !== "pending") throw alreadyDecided("This bank account", account.status);
    const decided = await updateDecision(db, id, reviewer, decision);
    const kind = decision.status === "approved" ? "bank_account_approved" : "bank_account_rejected";
    await notify(db, [{ personId: decided.person_id, kind, subjectId: id }]);
    await announce(db, [decided.person_id], ["bank_accounts", "notifications"]);
    return asReviewedBankAccount({ ...account, ...decided });
  });
}
