import { rupees } from "../money.ts";
import { record } from "../audit/record.ts";
import { transaction, type Tx } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import * as ledger from "../ledger/ledger.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { readSettingsWithin } from "../platform/settings.ts";
import { alreadyDecided } from "../reviews/already-decided.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { asDecidedDeposit } from "./deposit.ts";
import {
  isInSuspense,
  lockForReview,
  updateDecision,
  updateFirstApproval,
  type LockedDeposit,
} from "./review-queries.ts";

/**
 * Approves a deposit: the one verb that does, whoever asks for it. It credits the wallet once,
 * however many reviewers click at the same moment. An amount above the limit in System Settings,
 * as it stands at this moment, needs two different people: the first approval is kept and credits
 * nothing.
 * @returns the deposit, with `outcome` "credited" or "first_approval".
 * @throws 404; 409 `ALREADY_DECIDED` to everyone but the first who decides; 409
 *   `MONEY_IN_SUSPENSE` while its transfer lies there; 409 `SECOND_APPROVER_NEEDED` to whoever gave
 *   the first of two approvals.
 */
export function approveDeposit(reviewer: SuperAdmin, id: string, note: string | undefined) {
  return transaction(async (db) => {
    const deposit = await lockPending(db, reviewer, id);
    // Credited from the bank it would be in the books twice: here, and in suspense.
    if (await isInSuspense(db, deposit.utr_reference)) throw moneyInSuspense();
    const limit = (await readSettingsWithin(db)).second_approval_above_paise;
    const needsTwo = limit !== null && deposit.amount_paise > BigInt(limit);
    if (needsTwo && deposit.first_approved_by === null)
      return approveFirst(db, reviewer, deposit, note);
    const isSamePerson = deposit.first_approved_by === reviewer.id;
    if (needsTwo && isSamePerson) throw secondApproverNeeded(BigInt(limit));
    const decided = await updateDecision(db, id, reviewer, {
      status: "completed",
      note: note || null,
      // Since the limit was raised, one approval is enough, and nobody is two people.
      forgetFirst: isSamePerson,
    });
    await ledger.credit(db, [
      { walletId: decided.person_id, depositId: id, amountPaise: decided.amount_paise },
    ]);
    await tell(db, decided.person_id, "deposit_approved", id);
    await record(db, {
      act: "deposit.approved",
      by: reviewer,
      subject: { kind: "deposit", id },
      reason: decided.review_note,
      before: { status: "pending" },
      after: {
        status: "completed",
        ...aboutOf(deposit),
        first_approval: deposit.first_approved_by,
      },
    });
    return { ...asDecidedDeposit({ ...deposit, ...decided }), outcome: "credited" as const };
  });
}

/**
 * Refuses a deposit, for a reason that the tenant reads; a first approval ends with it.
 * @throws 404; 409 `ALREADY_DECIDED` to everyone but the first who decides.
 */
export function rejectDeposit(reviewer: SuperAdmin, id: string, reason: string) {
  return transaction(async (db) => {
    const deposit = await lockPending(db, reviewer, id);
    const decided = await updateDecision(db, id, reviewer, {
      status: "failed",
      note: reason,
      forgetFirst: true,
    });
    await tell(db, decided.person_id, "deposit_rejected", id);
    await record(db, {
      act: "deposit.rejected",
      by: reviewer,
      subject: { kind: "deposit", id },
      reason,
      before: { status: "pending", first_approval: deposit.first_approved_by },
      after: { status: "failed", ...aboutOf(deposit) },
    });
    return asDecidedDeposit({ ...deposit, ...decided });
  });
}

async function lockPending(db: Tx, reviewer: SuperAdmin, id: string): Promise<LockedDeposit> {
  const deposit = await lockForReview(db, id);
  if (!deposit) throw notFound("This deposit");
  // Looked at again under the lock: whoever waited for it finds the other's decision.
  if (deposit.status === "pending") return deposit;
  throw alreadyDecided("This deposit", deposit, reviewer);
}

async function approveFirst(
  db: Tx,
  reviewer: SuperAdmin,
  deposit: LockedDeposit,
  note: string | undefined,
) {
  const approved = await updateFirstApproval(db, deposit.id, reviewer, note || null);
  await announce(db, await superAdminIds(db), ["deposits"]);
  const { id } = deposit;
  await tellSuperAdmins(db, { kind: "deposit_needs_second", subjectId: id, but: reviewer.id });
  await record(db, {
    act: "deposit.approved_first",
    by: reviewer,
    subject: { kind: "deposit", id },
    reason: approved.first_approval_note,
    before: { first_approval: null },
    after: { first_approval: reviewer.id, ...aboutOf(deposit) },
  });
  const row = { ...deposit, ...approved, first_approver_name: reviewer.name };
  return { ...asDecidedDeposit(row), outcome: "first_approval" as const };
}

/** What makes a line of the audit log readable by itself. */
function aboutOf(deposit: LockedDeposit) {
  return {
    tenant: deposit.person_id,
    amount: rupees(deposit.amount_paise),
    utr_reference: deposit.utr_reference,
  };
}

async function tell(
  db: Tx,
  personId: string,
  kind: "deposit_approved" | "deposit_rejected",
  subjectId: string,
): Promise<void> {
  await notify(db, [{ personId, kind, subjectId }]);
  const people = [personId, ...(await superAdminIds(db))];
  await announce(db, people, ["deposits", "wallet", "notifications"]);
}

function moneyInSuspense(): Refusal {
  return new Refusal(
    409,
    "MONEY_IN_SUSPENSE",
    "This transfer has arrived and lies in suspense. Assign it to the tenant there: that credits this request.",
  );
}

function secondApproverNeeded(limit: bigint): Refusal {
  return new Refusal(
    409,
    "SECOND_APPROVER_NEEDED",
    `You gave the first approval. Above ${rupees(limit)} another super admin must give the second.`,
  );
}
