import { rupees } from "../../kernel/money.ts";
import { record } from "../../identity/audit/record.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { alreadyDecidedError } from "../reviews/already-decided.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { superAdminIds } from "../../identity/people/super-admins.ts";
import { noFirstApproval } from "./arrival.ts";
import { asDecidedDeposit } from "./deposit.ts";
import { lockForReview, updateDecision, type LockedDeposit } from "./review-queries.ts";

/**
 * Rejects a deposit with a reason that the tenant sees, and clears a first approval.
 * @throws 404; 409 `ALREADY_DECIDED` after the first decision.
 */
export function rejectDeposit(reviewer: SuperAdmin, id: string, reason: string) {
  return transaction(async (db) => {
    const deposit = await lockPending(db, reviewer, id);
    const decided = await updateDecision(db, id, reviewer, {
      status: "failed",
      review_note: reason,
      ...noFirstApproval,
    });
    await recordRejection(db, { deposit, by: reviewer, reason });
    return asDecidedDeposit({ ...deposit, ...decided });
  });
}

/** Notifies the tenant of a rejection and logs it. @param by null for the product itself. */
export async function recordRejection(
  db: Tx,
  {
    deposit,
    by,
    reason,
  }: {
    readonly deposit: Pick<
      LockedDeposit,
      "id" | "tenant_id" | "amount_paise" | "utr_reference" | "first_approved_by"
    >;
    readonly by: SuperAdmin | null;
    readonly reason: string;
  },
): Promise<void> {
  await notifyDecision(db, deposit.tenant_id, "deposit_rejected", deposit.id);
  await record(db, {
    act: "deposit.rejected",
    by,
    subject: { kind: "deposit", id: deposit.id },
    reason,
    before: { status: "pending", first_approval: deposit.first_approved_by },
    after: { status: "failed", ...auditDetails(deposit) },
  });
}

/** Locks a deposit for its decision. @throws 404; 409 `ALREADY_DECIDED`. */
export async function lockPending(
  db: Tx,
  reviewer: SuperAdmin,
  id: string,
): Promise<LockedDeposit> {
  const deposit = await lockForReview(db, id);
  if (!deposit) throw notFound("This deposit");
  // Closes the race between two reviewers: the second one reads the first decision under the lock.
  if (deposit.status === "pending") return deposit;
  throw alreadyDecidedError("This deposit", deposit, reviewer);
}

/** Details that make an audit entry readable without the deposit. */
export function auditDetails(
  deposit: Pick<LockedDeposit, "tenant_id" | "amount_paise" | "utr_reference">,
) {
  return {
    tenant: deposit.tenant_id,
    amount: rupees(deposit.amount_paise),
    utr_reference: deposit.utr_reference,
  };
}

/** Notifies the tenant of a decision and publishes it to everybody who sees the deposit. */
export async function notifyDecision(
  db: Tx,
  tenantId: string,
  kind: "deposit_approved" | "deposit_rejected",
  subjectId: string,
): Promise<void> {
  await notify(db, [{ personId: tenantId, kind, subjectId }]);
  const people = [tenantId, ...(await superAdminIds(db))];
  await publishChange(db, people, ["deposits", "wallet", "notifications"]);
}
