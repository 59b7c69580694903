import type { Tx } from "../db.ts";
import { completeByCredit, depositFromCredit } from "../deposits/credit-deposit.ts";
import { invalid, notFound } from "../errors.ts";
import * as ledger from "../ledger/ledger.ts";
import { rupees } from "../money.ts";
import { unseal } from "../sealing/seal.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { findTenant } from "../tenants/queries.ts";
import { findSenderAccount, lockClaims, type Claim } from "../virtual-accounts/credit-queries.ts";
import { askForAccount } from "./ask-for-account.ts";
import type { Decision } from "./decision.ts";
import { updateDecided, type SuspendedRow } from "./queries.ts";
import { notAssignable, notCounted, utrTaken } from "./refusals.ts";

type Assignment = Extract<Decision, { how: "assign" }>;

/** Whether a decision could be carried out now. @throws what stands against it. */
export async function checkDecision(db: Tx, credit: SuspendedRow, decision: Decision) {
  if (decision.how === "assign") await checkAssignment(db, credit, decision);
  if (decision.how === "dismiss") await checkDismissal(db, credit, decision.utr);
}

/** Moves the money and writes down what was decided. The caller holds the credit's lock. */
export async function carryOut(
  db: Tx,
  person: SuperAdmin,
  credit: SuspendedRow,
  decision: Decision,
  { forgetFirst }: { readonly forgetFirst: boolean },
): Promise<void> {
  const { id, amount_paise: amountPaise } = credit;
  const { note } = decision;
  if (decision.how === "assign") {
    const depositId = await assign(db, credit, decision);
    await updateDecided(db, id, person, { state: "assigned", note, depositId, forgetFirst });
    return;
  }
  if (decision.how === "dismiss") await checkDismissal(db, credit, decision.utr);
  await ledger.giveBack(db, [{ creditId: id, amountPaise }]);
  await updateDecided(
    db,
    id,
    person,
    decision.how === "return"
      ? { state: "returned", note, returnUtr: decision.utr, forgetFirst }
      : { state: "dismissed", note, forgetFirst },
  );
}

/** @returns the deposit that it became. */
async function assign(db: Tx, credit: SuspendedRow, decision: Assignment): Promise<string> {
  const { claim, utr } = await checkAssignment(db, credit, decision);
  const sender = senderOf(credit);
  const bankAccountId = sender && (await findSenderAccount(db, decision.tenantId, sender));
  const depositId = claim
    ? await completeByCredit(db, claim.id, "suspense")
    : await depositFromCredit(db, {
        personId: decision.tenantId,
        bankAccountId: bankAccountId ?? null,
        amountPaise: credit.amount_paise,
        utr,
        cameThrough: credit.adapter,
        from: "suspense",
      });
  if (decision.addAccount && sender && !bankAccountId) {
    await askForAccount(db, decision.tenantId, sender);
  }
  return depositId;
}

interface Assignable {
  readonly utr: string;
  /** The tenant's own request for this very money. */
  readonly claim: Claim | undefined;
}

async function checkAssignment(
  db: Tx,
  credit: SuspendedRow,
  { tenantId, utr: typed }: Assignment,
): Promise<Assignable> {
  const utr = utrFor(credit, typed);
  if (!(await findTenant(db, tenantId))) throw notFound("This tenant");
  const [claim] = await lockClaims(db, utr);
  if (claim?.status === "completed") throw utrTaken();
  if (claim && claim.person_id !== tenantId) {
    throw notAssignable("Another tenant's request has this UTR and waits. Reject that first.");
  }
  if (claim && claim.amount_paise !== credit.amount_paise) {
    const asked = rupees(claim.amount_paise);
    throw notAssignable(
      `The tenant's own request with this UTR is for ${asked} and waits. Reject that first.`,
    );
  }
  // Wallet before person, as whoever closes an account does: so it is not closed beside this.
  await ledger.lock(db, [tenantId]);
  const tenant = await db
    .selectFrom("people")
    .select("closed_at")
    .where("id", "=", tenantId)
    .forKeyShare()
    .executeTakeFirst();
  if (!tenant || tenant.closed_at !== null) throw notAssignable("This tenant's account is closed");
  return { utr, claim };
}

/** @throws 409 `CREDIT_NOT_COUNTED` unless a credited deposit has this UTR and amount. */
async function checkDismissal(db: Tx, credit: SuspendedRow, typed: string | null): Promise<void> {
  const [claim] = await lockClaims(db, utrFor(credit, typed));
  if (claim?.status !== "completed" || claim.amount_paise !== credit.amount_paise) {
    throw notCounted();
  }
}

/** The bank's UTR, or where it gave none the one that a person found out. */
function utrFor({ utr_reference: told }: SuspendedRow, typed: string | null): string {
  if (told !== null && typed !== null && typed !== told) {
    throw invalid({ utr_reference: `The bank's own UTR is ${told}` });
  }
  const utr = told ?? typed;
  if (utr === null) throw invalid({ utr_reference: "The bank gave no UTR: please enter it" });
  return utr;
}

export function senderOf(credit: SuspendedRow) {
  const { id, sender_number_sealed: sealed, sender_ifsc: ifscCode, sender_name: name } = credit;
  if (sealed === null || ifscCode === null) return undefined;
  return { accountNumber: unseal("sender of a credit", id, sealed), ifscCode, name };
}
