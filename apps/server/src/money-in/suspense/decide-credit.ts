import { record } from "../../identity/audit/record.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { violatedConstraint, type Tx } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { maskEnd, rupees } from "../../kernel/money.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { completesDecision } from "../../identity/proposals/second-person.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { alreadyDecidedCreditError } from "./decision-errors.ts";
import { applyDecision, checkDecision } from "./apply-decision.ts";
import { isSameDecision, type Decision } from "./decision.ts";
import { lockUtr } from "../deposits/lock-utr.ts";
import { lockDepositByUtr } from "../virtual-accounts/credit-queries.ts";
import { lockSuspended, updateFirstDecision, type SuspendedRow } from "./queries.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Decides a credit in suspense once, also when several people decide at the same time. Above the
 * current limit in System Settings two people must make the same decision: the first one is recorded
 * and moves nothing, and a different decision replaces it.
 * @param run runs the decision once for the request's key.
 * @throws 404; 409 `ALREADY_DECIDED` after the decision; 409 `SECOND_APPROVER_NEEDED` when the first
 *   person decides the same again; and the errors of `checkDecision`.
 */
export async function decideCredit(
  person: SuperAdmin,
  id: string,
  decision: Decision,
  run: RunTransaction,
) {
  const attempt = () => run((db) => decide(db, person, id, decision));
  try {
    return await attempt();
  } catch (error) {
    // Closes the race with a request or account added after our check: the retry finds it.
    const isRace = ["deposits_utr_once", "bank_accounts_once"].includes(
      violatedConstraint(error) ?? "",
    );
    if (isRace) return attempt();
    throw error;
  }
}

async function decide(db: Tx, person: SuperAdmin, id: string, decision: Decision) {
  const credit = await lockSuspended(db, id);
  if (!credit) throw notFound("This credit");
  // Closes the race between two people: the second one reads the first decision under the lock.
  if (credit.state !== "suspense") throw alreadyDecidedCreditError(credit, person);
  const utr = decision.how === "assign" ? (credit.utr_reference ?? decision.utr) : null;
  // Closes the race with a record of the same transfer as the platform's own money.
  if (utr !== null) await lockUtr(db, utr);
  const limit = (await readSettingsWithin(db)).second_approval_above_paise;
  const paise = await largestAmount(db, credit, decision);
  const needsTwo = limit !== null && paise > BigInt(limit);
  const first = credit.first_decision as Decision | null;
  const { first_decided_by: by, first_decided_at: at } = credit;
  const isOwn = by === person.member.id;
  const agrees =
    first !== null &&
    isSameDecision(first, decision) &&
    (!needsTwo || isOwn || (await completesDecision(db, person, { by, at }, "credit")));
  if (needsTwo && agrees && isOwn) throw secondNeeded(BigInt(limit));
  if (needsTwo && !agrees) {
    await checkDecision(db, credit, decision);
    return decideFirst(db, person, credit, decision);
  }
  await applyDecision(db, person, credit, decision, { clearFirstDecision: !agrees || isOwn });
  await publishToSuperAdmins(db, ["deposits"]);
  await record(db, {
    act: auditActs[decision.how],
    by: person,
    subject: { kind: "incoming_credit", id },
    reason: decision.note,
    before: { state: "suspense", why: credit.reason },
    after: {
      ...auditDetails(credit, decision),
      first_decision: agrees ? credit.first_decided_by : null,
    },
  });
  return { id, outcome: "decided" as const };
}

/** The credit's amount, or that of the request which the decision completes, if it is larger. */
async function largestAmount(db: Tx, credit: SuspendedRow, decision: Decision): Promise<bigint> {
  if (decision.how !== "assign" || !decision.completesRequest) return credit.amount_paise;
  const utr = credit.utr_reference ?? decision.utr;
  const request = utr === null ? undefined : await lockDepositByUtr(db, utr);
  return request && request.amount_paise > credit.amount_paise
    ? request.amount_paise
    : credit.amount_paise;
}

const auditActs = {
  assign: "suspense.assigned",
  return: "suspense.returned",
  dismiss: "suspense.dismissed",
} as const;

async function decideFirst(db: Tx, person: SuperAdmin, credit: SuspendedRow, decision: Decision) {
  const { id } = credit;
  await updateFirstDecision(db, id, person, decision);
  await publishToSuperAdmins(db, ["deposits"]);
  await notifySuperAdmins(db, {
    kind: "money_in_suspense",
    subjectId: id,
    detail: `${rupees(credit.amount_paise)} in suspense has a first decision and needs a second`,
    exceptPersonId: person.member.id,
  });
  await record(db, {
    act: "suspense.decided_first",
    by: person,
    subject: { kind: "incoming_credit", id },
    reason: decision.note,
    before: { first_decision: credit.first_decided_by },
    after: { how: decision.how, ...auditDetails(credit, decision) },
  });
  return { id, outcome: "first_approval" as const };
}

/** Details that make an audit entry readable without the credit. */
function auditDetails(credit: SuspendedRow, decision: Decision) {
  return {
    amount: rupees(credit.amount_paise),
    utr_reference: credit.utr_reference ?? (decision.how === "return" ? null : decision.utr),
    sender: credit.sender_number_end === null ? null : maskEnd(credit.sender_number_end),
    ...(decision.how === "assign" && { tenant: decision.tenantId, adds: decision.addAccount }),
    ...(decision.how === "assign" && decision.completesRequest && { completes_request: true }),
    ...(decision.how === "return" && { return_utr: decision.utr }),
  };
}

const secondNeeded = (limit: bigint) =>
  new ApiError(
    409,
    "SECOND_APPROVER_NEEDED",
    `You gave the first decision. Above ${rupees(limit)} another super admin must decide the same.`,
  );
