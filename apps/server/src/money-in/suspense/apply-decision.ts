import type { Tx } from "../../database/db.ts";
import { completeRequestFromCredit, createDepositFromCredit } from "../deposits/credit-deposit.ts";
import { closedReason, findClosedCredits } from "../deposits/find-closed-credit.ts";
import { invalidInput, notFound } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { rupees } from "../../kernel/money.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import {
  findSenderAccount,
  lockDepositByUtr,
  type ReservingDeposit,
} from "../virtual-accounts/credit-queries.ts";
import { requestAccount } from "./request-account.ts";
import type { Decision } from "./decision.ts";
import { updateDecision, type SuspendedRow } from "./queries.ts";
import { creditNotAssignable, creditNotCounted, utrTaken } from "./decision-errors.ts";

type Assignment = Extract<Decision, { how: "assign" }>;

/** Checks whether a decision can be applied now. @throws the reason against it. */
export async function checkDecision(db: Tx, credit: SuspendedRow, decision: Decision) {
  if (decision.how === "assign") await checkAssignment(db, credit, decision);
  if (decision.how === "dismiss") await checkDismissal(db, credit, decision.utr);
}

/** Moves the money and records the decision. The caller holds the credit's lock. */
export async function applyDecision(
  db: Tx,
  person: SuperAdmin,
  credit: SuspendedRow,
  decision: Decision,
  { clearFirstDecision }: { readonly clearFirstDecision: boolean },
): Promise<void> {
  const { id, amount_paise: amountPaise } = credit;
  const { note } = decision;
  if (decision.how === "assign") {
    const depositId = await assign(db, credit, decision);
    await updateDecision(db, id, person, {
      state: "assigned",
      note,
      depositId,
      clearFirstDecision,
    });
    return;
  }
  if (decision.how === "dismiss") await checkDismissal(db, credit, decision.utr);
  const receivingAccountId = credit.receiving_account_id;
  await ledger.giveBack(db, [{ creditId: id, amountPaise, receivingAccountId }]);
  await updateDecision(
    db,
    id,
    person,
    decision.how === "return"
      ? { state: "returned", note, returnUtr: decision.utr, clearFirstDecision }
      : { state: "dismissed", note, clearFirstDecision },
  );
}

/** @returns the id of the credited deposit. */
async function assign(db: Tx, credit: SuspendedRow, decision: Assignment): Promise<string> {
  const { request, utr } = await checkAssignment(db, credit, decision);
  const sender = senderOf(credit);
  const bankAccountId = sender && (await findSenderAccount(db, decision.tenantId, sender));
  const depositId = request
    ? await completeRequestFromCredit(db, request, {
        amountPaise: credit.amount_paise,
        receivingAccountId: credit.receiving_account_id,
        amountReason: decision.note ?? arrivedReason,
        from: "suspense",
      })
    : await createDepositFromCredit(db, {
        tenantId: decision.tenantId,
        bankAccountId: bankAccountId ?? null,
        amountPaise: credit.amount_paise,
        utr,
        adapter: credit.adapter,
        receivingAccountId: credit.receiving_account_id,
        from: "suspense",
      });
  if (decision.addAccount && sender && !bankAccountId) {
    await requestAccount(db, decision.tenantId, sender);
  }
  return depositId;
}

/** The reason that the tenant reads if the super admin gave none. */
const arrivedReason = "This amount arrived on your virtual account";

interface Assignable {
  readonly utr: string;
  /** The tenant's pending deposit request with this UTR. */
  readonly request: ReservingDeposit | undefined;
}

async function checkAssignment(
  db: Tx,
  credit: SuspendedRow,
  { tenantId, utr: entered, completesRequest }: Assignment,
): Promise<Assignable> {
  const utr = utrFor(credit, entered);
  if (!(await findTenant(db, tenantId))) throw notFound("This tenant");
  const request = await lockDepositByUtr(db, utr);
  const closed = await findClosedCredits(db, [utrKey(utr)]);
  const left = closed.find(({ state }) => state !== "suspense");
  if (left) throw creditNotAssignable(`Another credit has this UTR. ${closedReason(left)}`);
  if (request?.status === "completed") throw utrTaken();
  if (request && request.tenant_id !== tenantId) {
    throw creditNotAssignable(
      "Another tenant's pending request has this UTR. Reject that request first.",
    );
  }
  const differs = request !== undefined && request.amount_paise !== credit.amount_paise;
  if (differs && !completesRequest) {
    const amount = rupees(request.amount_paise);
    throw creditNotAssignable(
      `The tenant's pending request with this UTR is for ${amount}. Complete it with what arrived, or reject it first.`,
    );
  }
  if (completesRequest && !differs) {
    throw creditNotAssignable("The tenant has no pending request with this UTR and another amount");
  }
  // Closes the race with closing the tenant. Wallet before person, the same lock order.
  await ledger.lock(db, [tenantId]);
  const tenant = await db
    .selectFrom("tenants")
    .select(["closed_at", "closing_at"])
    .where("id", "=", tenantId)
    .forKeyShare()
    .executeTakeFirst();
  if (!tenant || tenant.closed_at !== null)
    throw creditNotAssignable("This tenant's account is closed");
  if (tenant.closing_at !== null)
    throw creditNotAssignable("This tenant's account is being closed. Cancel the closing first.");
  return { utr, request };
}

/** @throws 409 `CREDIT_NOT_COUNTED` unless a credited deposit has this UTR and amount. */
async function checkDismissal(db: Tx, credit: SuspendedRow, entered: string | null): Promise<void> {
  // A similar request has another UTR than the bank's, so the reviewer may name it.
  const utr =
    credit.reason === "similar_request" && entered !== null ? entered : utrFor(credit, entered);
  const deposit = await lockDepositByUtr(db, utr);
  if (deposit?.status !== "completed" || deposit.amount_paise !== credit.amount_paise) {
    throw creditNotCounted();
  }
}

/** The bank's UTR, or the one that a super admin entered when the bank sent none. */
function utrFor({ utr_reference: received }: SuspendedRow, entered: string | null): string {
  if (received !== null && entered !== null && utrKey(entered) !== utrKey(received)) {
    throw invalidInput({ utr_reference: `The bank's UTR is ${received}` });
  }
  const utr = received ?? entered;
  if (utr === null) throw invalidInput({ utr_reference: "The bank sent no UTR: please enter it" });
  return utr;
}

export function senderOf(credit: SuspendedRow) {
  const {
    id,
    sender_number_encrypted: encrypted,
    sender_ifsc: ifscCode,
    sender_name: name,
  } = credit;
  if (encrypted === null || ifscCode === null) return undefined;
  return { accountNumber: decrypt("sender of a credit", id, encrypted), ifscCode, name };
}
