import { selectChecks } from "../account-checks/check-queries.ts";
import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { announce } from "../live/announce.ts";
import { maskedEnd } from "../money.ts";
import { notify } from "../notifications/notify.ts";
import { alreadyDecided } from "../reviews/already-decided.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { followApprovals } from "../virtual-accounts/follow-approvals.ts";
import { asDecidedBankAccount } from "./bank-account.ts";
import { lockForReview, updateDecision } from "./review-queries.ts";

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
    if (account.status !== "pending") throw alreadyDecided("This bank account", account, reviewer);
    const decided = await updateDecision(db, id, reviewer, decision);
    const [check] = (await selectChecks(db, [decided.account_check_id])).values();
    await notify(db, [
      { personId: decided.person_id, kind: `bank_account_${decision.status}`, subjectId: id },
    ]);
    if (decision.status === "approved") await followApprovals(db, decided.person_id, reviewer);
    const people = [decided.person_id, ...(await superAdminIds(db))];
    await announce(db, people, ["bank_accounts", "notifications"]);
    await record(db, {
      act: `bank_account.${decision.status}`,
      by: reviewer,
      subject: { kind: "bank_account", id },
      reason: decision.note,
      before: { status: "pending" },
      after: {
        status: decision.status,
        tenant: decided.person_id,
        account_number: maskedEnd(decided.account_number_end),
        ifsc_code: decided.ifsc_code,
      },
    });
    return asDecidedBankAccount({ ...account, ...decided }, check);
  });
}
