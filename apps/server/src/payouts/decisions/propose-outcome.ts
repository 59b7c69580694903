import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { digest, newId } from "../../kernel/ids.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockDecidable, type DecidablePayout } from "./lock-decidable-payout.ts";
import { checkSignature, sendDecisionCode } from "./sign-decision.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

export interface Proposal {
  readonly outcome: "paid" | "failed";
  readonly utr?: string | undefined;
  readonly reason: string;
  readonly evidence: string;
}

/**
 * Texts the super admin the code that signs this proposal.
 * @throws 404; 409 `OUTCOME_NOT_DECIDABLE`; 429.
 */
export async function sendProposalCode(person: SuperAdmin, payoutId: string, proposal: Proposal) {
  const payout = await transaction((db) => lockDecidable(db, payoutId, proposal.outcome));
  return sendDecisionCode(person, {
    digest: digestOf(payoutId, proposal),
    decision: `${payout.reference_id} as ${proposal.outcome}`,
    amountPaise: payout.amount_paise,
  });
}

/**
 * Proposes a payout's outcome. No money moves, but workers no longer send the payout, so that it
 * can't be paid after it is declared failed. Status checks go on, and the provider's own outcome
 * takes precedence over the proposal.
 * @returns the decision's id.
 * @throws 400 for a wrong code or another decision's, 404, 409 `OUTCOME_NOT_DECIDABLE`.
 */
export async function proposeOutcome(
  person: SuperAdmin,
  payoutId: string,
  proposal: Proposal,
  code: string,
): Promise<string> {
  await checkSignature(person, code, digestOf(payoutId, proposal));
  return transaction(async (db) => {
    const payout = await lockDecidable(db, payoutId, proposal.outcome);
    const id = newId();
    const lastReport = describeLastReport(payout);
    await db
      .insertInto("payout_decisions")
      .values({
        id,
        payout_id: payoutId,
        person_id: payout.person_id,
        outcome: proposal.outcome,
        utr: proposal.outcome === "paid" ? (proposal.utr ?? null) : null,
        reason: proposal.reason,
        evidence: proposal.evidence,
        provider_said: lastReport,
        proposed_by: person.id,
        proposed_at: now(),
      })
      .execute();
    await db
      .updateTable("payouts")
      .set({ held_at: now(), updated_at: now() })
      .where("id", "=", payoutId)
      .execute();
    await notifySuperAdmins(db, {
      kind: "payout_stuck",
      subjectId: payoutId,
      detail: `: ${person.name} proposes that it ${proposal.outcome === "paid" ? "was paid" : "has failed"}. A second super admin has to confirm`,
      exceptPersonId: person.id,
    });
    await publishToSuperAdmins(db, ["gateway"]);
    await record(db, {
      act: "payout.outcome_proposed",
      by: person,
      subject: { kind: "payout", id: payoutId },
      reason: proposal.reason,
      before: { status: payout.status, provider_said: lastReport, attempts: payout.attempts },
      after: { decision: id, ...proposalInLog(payout, proposal) },
    });
    return id;
  });
}

/** The code signs the payout and the whole proposal. */
function digestOf(payoutId: string, proposal: Proposal): Buffer {
  return digest({ act: "propose", payout: payoutId, ...proposal, utr: proposal.utr || undefined });
}

function proposalInLog(payout: DecidablePayout, { outcome, utr, evidence }: Proposal) {
  return {
    outcome,
    ...(outcome === "paid" && { utr }),
    evidence,
    reference_id: payout.reference_id,
    amount_paise: String(payout.amount_paise),
  };
}

/** The provider's last report, as in "processing (PENDING_APPROVAL), their reference pout_1". */
function describeLastReport(payout: DecidablePayout): string {
  const { provider_state: state, provider_raw_state: raw, provider_reference: reference } = payout;
  if (state === null) return "Nothing";
  return [state, raw && raw !== state && ` (${raw})`, reference && `, their reference ${reference}`]
    .filter((part) => part !== null && part !== "" && part !== false)
    .join("");
}
