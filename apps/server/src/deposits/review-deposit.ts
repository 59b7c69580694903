import { transaction } from "../db.ts";
import { alreadyDecided, notFound } from "../errors.ts";
import * as ledger from "../ledger/ledger.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { asReviewedDeposit } from "./deposit.ts";
import { lockForReview, updateDecision, type DepositStatus } from "./queries.ts";

const saidOf: Readonly<Record<DepositStatus, string>> = {
  pending: "left open",
  completed: "approved",
  failed: "rejected",
};

/**
 * Credits the wallet with a deposit, once, however many reviewers click at the same moment.
 * @throws what `decide` throws.
 */
export function approveDeposit(reviewer: SuperAdmin, id: string, note: string | undefined) {
  return decide(reviewer, id, { status: "completed", note: note || null });
}

/** Refuses a deposit, for a reason that the tenant reads. @throws what `decide` throws. */
export function rejectDeposit(reviewer: SuperAdmin, id: string, reason: string) {
  return decide(reviewer, id, { status: "failed", note: reason });
}

/** @throws 404, or 409 `ALREADY_DECIDED` to everyone but the first who decides. */
function decide(
  reviewer: SuperAdmin,
  id: string,
  decision: { status: "completed" | "failed"; note: string | null },
) {
  return transaction(async (db) => {
    const deposit = await lockForReview(db, id);
    if (!deposit) throw notFound("This deposit");
    // Looked at again under the lock: whoever waited for it finds the other's decision.
    if (deposit.status !== "pending") throw alreadyDecided("This deposit", saidOf[deposit.status]);
    const decided = await updateDecision(db, id, reviewer, decision);
    if (decided.status === "completed") {
      await ledger.credit(db, [
        { walletId: decided.person_id, depositId: id, amountPaise: decided.amount_paise },
      ]);
    }
    const kind = decided.status === "completed" ? "deposit_approved" : "deposit_rejected";
    await notify(db, [{ personId: decided.person_id, kind, subjectId: id }]);
    await announce(db, [decided.person_id], ["deposits", "wallet", "notifications"]);
    return asReviewedDeposit({ ...deposit, ...decided });
  });
}
