import { transaction, type Tx } from "../../database/db.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { notifyRepayments } from "../../identity/notifications/notify-repayments.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { completesDecision } from "../../identity/proposals/second-person.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { ApiError, invalidInput } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import {
  arrivalOf,
  completedColumns,
  firstArrival,
  noFirstApproval,
  type Arrival,
  type StatedArrival,
} from "./arrival.ts";
import { asDecidedDeposit } from "./deposit.ts";
import { closedTransfer, findClosedCredit } from "./find-closed-credit.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";
import { auditDetails, lockPending, notifyDecision } from "./review-deposit.ts";
import {
  findRevocation,
  isReceivingAccount,
  isTakenBack,
  mayBeDuplicate,
  updateDecision,
  updateFirstApproval,
  type LockedDeposit,
} from "./review-queries.ts";
import { findStatementEvidence } from "./statement-evidence.ts";

export interface ApprovalOptions {
  /** "statement" also refuses a transfer that an imported statement takes back. */
  readonly source?: "queue" | "statement";
  /** The sum of the batch, for one of several: never with another amount than requested. */
  readonly batchPaise?: bigint | undefined;
  readonly arrival?: StatedArrival;
  /** Only from a reviewer who was warned, never for several deposits at once. */
  readonly acceptsRevokedAccount?: boolean | undefined;
  /** Runs the approval once for the request's key. */
  readonly run?: RunTransaction;
}

/**
 * Approves a deposit and credits the wallet once with what arrived, also when several reviewers
 * approve at the same time. If the requested or the received amount, or the sum of its batch, is above
 * the current limit in System Settings, two people must approve the same amount. The first approval is recorded and
 * credits nothing; another amount replaces it, so that nobody can block a decision.
 * @returns the deposit, with `outcome` "credited" or "first_approval".
 * @throws 404; 409 `ALREADY_DECIDED` after the first decision; 409 `UTR_ALREADY_USED` when another
 *   deposit of its transfer was credited; 409 `MONEY_IN_SUSPENSE` while its transfer is in
 *   suspense; 409 `TRANSFER_NOT_CREDITABLE` after it was returned or dismissed; 409
 *   `SECOND_APPROVER_NEEDED` when the first approver approves the same again; in bulk 409
 *   `AMOUNT_DIFFERS` and `STATEMENT_DIFFERS`; 409 `BANK_ACCOUNT_REVOKED`; 400 for an unknown receiving account.
 */
export function approveDeposit(
  reviewer: SuperAdmin,
  id: string,
  note: string | undefined,
  options: ApprovalOptions = {},
) {
  const { batchPaise, arrival: stated = {}, run = transaction } = options;
  return run(async (db) => {
    const deposit = await lockPending(db, reviewer, id);
    await assertCreditable(db, deposit, options);
    if (batchPaise !== undefined) await assertAsRequested(db, deposit, options);
    const arrival = arrivalOf(deposit, stated);
    await assertAccount(db, arrival);
    const first = firstArrival(deposit);
    const isSamePerson = deposit.first_approved_by === reviewer.member.id;
    const settings = await readSettingsWithin(db);
    const { second_approval_above_paise: limit, bulk_second_approval_above_paise: bulkLimit } =
      settings;
    const isLarge = limit !== null && largerOf(deposit, arrival) > BigInt(limit);
    // Nor does the first approver finish a large batch one by one.
    const isOfLargeBatch =
      bulkLimit !== null &&
      ((batchPaise !== undefined && batchPaise > BigInt(bulkLimit)) ||
        (isSamePerson && deposit.first_approval_in_bulk));
    const needsTwo = isLarge || isOfLargeBatch;
    const agrees =
      first !== null &&
      first.paise === arrival.paise &&
      (!needsTwo ||
        isSamePerson ||
        (await completesDecision(db, reviewer, firstDecisionOf(deposit), "deposit")));
    if (needsTwo && agrees && isSamePerson)
      throw isLarge ? secondApproverNeeded(BigInt(limit)) : secondOfBatchNeeded();
    if (needsTwo && !agrees)
      return approveFirst(db, reviewer, deposit, arrival, { note, isOfLargeBatch });
    const context = await ledger.lockNow(db, [deposit.tenant_id]);
    const decided = await updateDecision(db, id, reviewer, {
      ...completedColumns(deposit.amount_paise, arrival),
      reviewed_at: context.at,
      review_note: note || null,
      // After the limit was raised the first approver may decide alone, or another amount.
      ...((isSamePerson || !agrees) && noFirstApproval),
    });
    const credit = {
      walletId: decided.tenant_id,
      depositId: id,
      amountPaise: arrival.paise,
      receivingAccountId: arrival.receivingAccountId,
    };
    const repayments = await ledger.credit(db, [credit], context);
    await notifyDecision(db, decided.tenant_id, "deposit_approved", id);
    await notifyRepayments(db, repayments);
    await record(db, {
      act: "deposit.approved",
      by: reviewer,
      subject: { kind: "deposit", id },
      reason: decided.review_note,
      before: { status: "pending" },
      after: {
        status: "completed",
        ...auditDetails(deposit),
        ...arrivalDetails(deposit, arrival),
        first_approval: agrees ? deposit.first_approved_by : null,
      },
    });
    return { ...asDecidedDeposit({ ...deposit, ...decided }), outcome: "credited" as const };
  });
}

const firstDecisionOf = ({ first_approved_by: by, first_approved_at: at }: LockedDeposit) => ({
  by,
  at,
});

async function assertCreditable(
  db: Tx,
  deposit: LockedDeposit,
  { source = "queue", acceptsRevokedAccount = false }: ApprovalOptions,
): Promise<void> {
  const revocation = await findRevocation(db, deposit);
  if (revocation && !acceptsRevokedAccount) throw accountRevoked(revocation);
  // Its credit is in the ledger under suspense, or left it; another credit would count it twice.
  const closed = await findClosedCredit(db, deposit.utr_reference);
  if (closed) throw closedTransfer(closed);
  // Under the deposit's lock, for which an import with the debit waits. A reviewer in the queue is
  // warned instead: only a person can know that the bank sent the money again.
  if (source === "statement" && (await isTakenBack(db, deposit))) throw takenBack();
}

/**
 * @throws 409 `AMOUNT_DIFFERS` when a first approver or a statement states another amount; 409
 *   `STATEMENT_DIFFERS` when a statement raises another doubt or takes the transfer back.
 */
async function assertAsRequested(
  db: Tx,
  deposit: LockedDeposit,
  { source }: ApprovalOptions,
): Promise<void> {
  const requested = rupees(deposit.amount_paise);
  if (deposit.first_approval_paise !== null)
    throw amountDiffers(
      `The first approval is for ${rupees(deposit.first_approval_paise)} received instead of ${requested}. Approve it on its own.`,
    );
  if (await isTakenBack(db, deposit))
    throw statementDiffers("A bank statement shows this transfer as taken back");
  // In the queue the reviewer chose these deposits and saw their warnings.
  if (source === "statement" && (await mayBeDuplicate(db, deposit)))
    throw statementDiffers("The same amount may already be credited");
  const evidence = await findStatementEvidence(db, deposit);
  if (evidence?.verdict !== "differs") return;
  throw evidence.paise === deposit.amount_paise
    ? statementDiffers(evidence.message)
    : amountDiffers(`${evidence.message}. Approve it on its own.`);
}

async function assertAccount(db: Tx, { receivingAccountId: id }: Arrival): Promise<void> {
  if (id !== null && !(await isReceivingAccount(db, id)))
    throw invalidInput({ received_in: "Choose one of the receiving accounts" });
}

function largerOf(deposit: LockedDeposit, { paise }: Arrival): bigint {
  return paise > deposit.amount_paise ? paise : deposit.amount_paise;
}

async function approveFirst(
  db: Tx,
  reviewer: SuperAdmin,
  deposit: LockedDeposit,
  arrival: Arrival,
  { note, isOfLargeBatch }: { note: string | undefined; isOfLargeBatch: boolean },
) {
  const { id } = deposit;
  const approved = await updateFirstApproval(db, deposit, reviewer, arrival, {
    first_approval_note: note || null,
    first_approval_in_bulk: isOfLargeBatch,
  });
  await publishToSuperAdmins(db, ["deposits"]);
  await notifySuperAdmins(db, {
    kind: "deposit_needs_second",
    subjectId: id,
    exceptPersonId: reviewer.member.id,
  });
  await record(db, {
    act: "deposit.approved_first",
    by: reviewer,
    subject: { kind: "deposit", id },
    reason: approved.first_approval_note,
    before: { first_approval: deposit.first_approved_by },
    after: {
      first_approval: reviewer.member.id,
      ...auditDetails(deposit),
      ...arrivalDetails(deposit, arrival),
    },
  });
  const row = { ...deposit, ...approved, first_approver_name: reviewer.member.name };
  return { ...asDecidedDeposit(row), outcome: "first_approval" as const };
}

function arrivalDetails(deposit: LockedDeposit, arrival: Arrival) {
  return {
    ...(arrival.paise !== deposit.amount_paise && {
      received: rupees(arrival.paise),
      amount_reason: arrival.reason,
    }),
    ...(arrival.receivingAccountId !== deposit.receiving_account_id && {
      arrived_in: arrival.receivingAccountId,
    }),
  };
}

function amountDiffers(message: string): ApiError {
  return new ApiError(409, "AMOUNT_DIFFERS", message);
}

function statementDiffers(message: string): ApiError {
  return new ApiError(
    409,
    "STATEMENT_DIFFERS",
    `${message.replace(/\.$/, "")}. Check it and approve it on its own.`,
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

function secondOfBatchNeeded(): ApiError {
  return new ApiError(
    409,
    "SECOND_APPROVER_NEEDED",
    "You gave the first approval of it in a large batch. Another super admin must give the second.",
  );
}
