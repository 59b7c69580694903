import { record } from "../audit/record.ts";
import { transaction, violated, type Tx } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { announce } from "../live/announce.ts";
import { maskedEnd, rupees } from "../money.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { readSettingsWithin } from "../platform/settings.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { alreadyDecidedCredit } from "./refusals.ts";
import { carryOut, checkDecision } from "./carry-out.ts";
import { isSameDecision, type Decision } from "./decision.ts";
import { lockSuspended, updateFirstDecision, type SuspendedRow } from "./queries.ts";

/**
 * Decides what becomes of money in suspense, once, however many decide at the same moment. Above
 * the limit in System Settings, read under the lock, it takes two different people who want the
 * same: what the first wants is kept and moves nothing; another wish takes its place.
 * @throws 404; 409 `ALREADY_DECIDED` to everyone but the first; `SECOND_APPROVER_NEEDED` to whoever
 *   wants the same again; and what stands against the decision itself.
 */
export async function decideCredit(person: SuperAdmin, id: string, decision: Decision) {
  const once = () => transaction((db) => decide(db, person, id, decision));
  try {
    return await once();
  } catch (error) {
    // A request or account that came between the look and the write is there at the next look.
    const isNear = ["deposits_utr_once", "bank_accounts_once"].includes(violated(error) ?? "");
    if (isNear) return once();
    throw error;
  }
}

async function decide(db: Tx, person: SuperAdmin, id: string, decision: Decision) {
  const credit = await lockSuspended(db, id);
  if (!credit) throw notFound("This credit");
  // Looked at again under the lock: whoever waited for it finds the other's decision.
  if (credit.state !== "suspense") throw alreadyDecidedCredit(credit, person);
  const limit = (await readSettingsWithin(db)).second_approval_above_paise;
  const needsTwo = limit !== null && credit.amount_paise > BigInt(limit);
  const first = credit.first_decision as Decision | null;
  const agrees = first !== null && isSameDecision(first, decision);
  const isOwn = credit.first_decided_by === person.id;
  if (needsTwo && agrees && isOwn) throw secondNeeded(BigInt(limit));
  if (needsTwo && !agrees) {
    await checkDecision(db, credit, decision);
    return decideFirst(db, person, credit, decision);
  }
  await carryOut(db, person, credit, decision, { forgetFirst: !agrees || isOwn });
  await announce(db, await superAdminIds(db), ["deposits"]);
  await record(db, {
    act: acts[decision.how],
    by: person,
    subject: { kind: "incoming_credit", id },
    reason: decision.note,
    before: { state: "suspense", why: credit.reason },
    after: {
      ...aboutOf(credit, decision),
      first_decision: agrees ? credit.first_decided_by : null,
    },
  });
  return { id, outcome: "decided" as const };
}

const acts = {
  assign: "suspense.assigned",
  return: "suspense.returned",
  dismiss: "suspense.dismissed",
} as const;

async function decideFirst(db: Tx, person: SuperAdmin, credit: SuspendedRow, decision: Decision) {
  const { id } = credit;
  await updateFirstDecision(db, id, person, decision);
  await announce(db, await superAdminIds(db), ["deposits"]);
  await tellSuperAdmins(db, {
    kind: "money_in_suspense",
    subjectId: id,
    detail: `${rupees(credit.amount_paise)} in suspense was decided once and needs you`,
    but: person.id,
  });
  await record(db, {
    act: "suspense.decided_first",
    by: person,
    subject: { kind: "incoming_credit", id },
    reason: decision.note,
    before: { first_decision: credit.first_decided_by },
    after: { how: decision.how, ...aboutOf(credit, decision) },
  });
  return { id, outcome: "first_approval" as const };
}

/** What makes a line of the audit log readable by itself. */
function aboutOf(credit: SuspendedRow, decision: Decision) {
  return {
    amount: rupees(credit.amount_paise),
    utr_reference: credit.utr_reference ?? (decision.how === "return" ? null : decision.utr),
    sender: credit.sender_number_end === null ? null : maskedEnd(credit.sender_number_end),
    ...(decision.how === "assign" && { tenant: decision.tenantId, adds: decision.addAccount }),
    ...(decision.how === "return" && { return_utr: decision.utr }),
  };
}

const secondNeeded = (limit: bigint) =>
  new Refusal(
    409,
    "SECOND_APPROVER_NEEDED",
    `You decided this first. Above ${rupees(limit)} another super admin must decide the same.`,
  );
