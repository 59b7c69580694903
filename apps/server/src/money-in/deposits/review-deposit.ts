import { rupees } from "../../kernel/money.ts";
import { record } from "../../identity/audit/record.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { alreadyDecidedError } from "../reviews/already-decided.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { superAdminIds } from "../../identity/people/super-admins.ts";
import { asDecidedDeposit } from "./deposit.ts";
import { closedTransfer, findClosedCredit } from "./find-closed-credit.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";
import {
  findRevocation,
  isTakenBack,
  isTwinCredited,
  lockForReview,
  updateDecision,
  updateFirstApproval,
  type LockedDeposit,
} from "./review-queries.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

interface ApprovalOptions {
  readonly source?: "queue" | "statement";
  readonly acceptsRevokedAccount?: boolean | undefined;
}

/**
 * Approves a deposit and credits the wallet once, also when several reviewers approve at the same
 * time. Above the current limit in System Settings two people must approve; the first approval is
 * recorded and credits nothing.
 * @param options `source` "statement" also refuses a transfer that an imported statement takes back.
 *   Only a reviewer who was warned passes `acceptsRevokedAccount`, never for several deposits at once.
 * @returns the deposit, with `outcome` "credited" or "first_approval".
 * @throws 404; 409 `ALREADY_DECIDED` after the first decision; 409 `UTR_ALREADY_USED` when another
 *   deposit of its transfer was credited; 409 `MONEY_IN_SUSPENSE` while its transfer is in
 *   suspense; 409 `TRANSFER_NOT_CREDITABLE` after it was returned or dismissed; 409 `SECOND_APPROVER_NEEDED`
 *   when the first approver approves again; 409 `BANK_ACCOUNT_REVOKED`.
 */
export function approveDeposit(
  reviewer: SuperAdmin,
  id: string,
  note: string | undefined,
  { source = "queue", acceptsRevokedAccount = false }: ApprovalOptions = {},
) {
  return transaction(async (db) => {
    const deposit = await lockPending(db, reviewer, id);
    if (await isTwinCredited(db, deposit)) throw twinCredited();
    const revocation = await findRevocation(db, deposit);
    if (revocation && !acceptsRevokedAccount) throw accountRevoked(revocation);
    // Its credit is in the ledger under suspense, or left it; another credit would count it twice.
    const closed = await findClosedCredit(db, deposit.utr_reference);
    if (closed) throw closedTransfer(closed);
    // Under the deposit's lock, for which an import with the debit waits. A reviewer in the queue is
    // warned instead: only a person can know that the bank sent the money again.
    if (source === "statement" && (await isTakenBack(db, deposit))) throw takenBack();
    const limit = (await readSettingsWithin(db)).second_approval_above_paise;
    const needsTwo = limit !== null && deposit.amount_paise > BigInt(limit);
    if (needsTwo && deposit.first_approved_by === null)
      return approveFirst(db, reviewer, deposit, note);
    const isSamePerson = deposit.first_approved_by === reviewer.id;
    if (needsTwo && isSamePerson) throw secondApproverNeeded(BigInt(limit));
    const decided = await updateDecision(db, id, reviewer, {
      status: "completed",
      note: note || null,
      // After the limit was raised the first approver may decide alone.
      clearFirstApproval: isSamePerson,
    });
    await ledger.credit(db, [
      { walletId: decided.person_id, depositId: id, amountPaise: decided.amount_paise },
    ]);
    await notifyDecision(db, decided.person_id, "deposit_approved", id);
    await record(db, {
      act: "deposit.approved",
      by: reviewer,
      subject: { kind: "deposit", id },
      reason: decided.review_note,
      before: { status: "pending" },
      after: {
        status: "completed",
        ...auditDetails(deposit),
        first_approval: deposit.first_approved_by,
      },
    });
    return { ...asDecidedDeposit({ ...deposit, ...decided }), outcome: "credited" as const };
  });
}

/**
 * Rejects a deposit with a reason that the tenant sees, and clears a first approval.
 * @throws 404; 409 `ALREADY_DECIDED` after the first decision.
 */
export function rejectDeposit(reviewer: SuperAdmin, id: string, reason: string) {
  return transaction(async (db) => {
    const deposit = await lockPending(db, reviewer, id);
    const decided = await updateDecision(db, id, reviewer, {
      status: "failed",
      note: reason,
      clearFirstApproval: true,
    });
    await notifyDecision(db, decided.person_id, "deposit_rejected", id);
    await record(db, {
      act: "deposit.rejected",
      by: reviewer,
      subject: { kind: "deposit", id },
      reason,
      before: { status: "pending", first_approval: deposit.first_approved_by },
      after: { status: "failed", ...auditDetails(deposit) },
    });
    return asDecidedDeposit({ ...deposit, ...decided });
  });
}

async function lockPending(db: Tx, reviewer: SuperAdmin, id: string): Promise<LockedDeposit> {
  const deposit = await lockForReview(db, id);
  if (!deposit) throw notFound("This deposit");
  // Closes the race between two reviewers: the second one reads the first decision under the lock.
  if (deposit.status === "pending") return deposit;
  throw alreadyDecidedError("This deposit", deposit, reviewer);
}

async function approveFirst(
  db: Tx,
  reviewer: SuperAdmin,
  deposit: LockedDeposit,
  note: string | undefined,
) {
  const approved = await updateFirstApproval(db, deposit.id, reviewer, note || null);
  await publishToSuperAdmins(db, ["deposits"]);
  const { id } = deposit;
  await notifySuperAdmins(db, {
    kind: "deposit_needs_second",
    subjectId: id,
    exceptPersonId: reviewer.id,
  });
  await record(db, {
    act: "deposit.approved_first",
    by: reviewer,
    subject: { kind: "deposit", id },
    reason: approved.first_approval_note,
    before: { first_approval: null },
    after: { first_approval: reviewer.id, ...auditDetails(deposit) },
  });
  const row = { ...deposit, ...approved, first_approver_name: reviewer.name };
  return { ...asDecidedDeposit(row), outcome: "first_approval" as const };
}

/** Details that make an audit entry readable without the deposit. */
function auditDetails(deposit: LockedDeposit) {
  return {
    tenant: deposit.person_id,
    amount: rupees(deposit.amount_paise),
    utr_reference: deposit.utr_reference,
  };
}

async function notifyDecision(
  db: Tx,
  personId: string,
  kind: "deposit_approved" | "deposit_rejected",
  subjectId: string,
): Promise<void> {
  await notify(db, [{ personId, kind, subjectId }]);
  const people = [personId, ...(await superAdminIds(db))];
  await publishChange(db, people, ["deposits", "wallet", "notifications"]);
}

function twinCredited(): ApiError {
  return new ApiError(
    409,
    "UTR_ALREADY_USED",
    "A deposit with another spelling of this UTR was already credited. Reject this request.",
  );
}

function accountRevoked({ at, reason }: { at: Date | null; reason: string | null }): ApiError {
  const when = at ? ` on ${minuteInIndia(at)}` : "";
  return new ApiError(
    409,
    "BANK_ACCOUNT_REVOKED",
    `Its bank account was revoked${when}: ${reason ?? ""}. Check the deposit and decide it on its own.`,
  );
}

function takenBack(): ApiError {
  return new ApiError(
    409,
    "TRANSFER_NOT_CREDITABLE",
    "Another statement shows this transfer as taken back. Check with the bank.",
  );
}

function secondApproverNeeded(limit: bigint): ApiError {
  return new ApiError(
    409,
    "SECOND_APPROVER_NEEDED",
    `You gave the first approval. Above ${rupees(limit)} another super admin must give the second.`,
  );
}
