import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockDecidable, type DecidablePayout } from "./lock-decidable-payout.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

export interface Proposal {
  readonly outcome: "paid" | "failed";
  readonly utr?: string | undefined;
  readonly reason: string;
  readonly evidence: string;
}

/** What a person signs. @throws 404; 409 `OUTCOME_NOT_DECIDABLE`. */
export async function describeOutcome(
  payoutId: string,
  { outcome }: Pick<Proposal, "outcome">,
): Promise<SignedSummary> {
  const payout = await transaction((db) => lockDecidable(db, payoutId, outcome));
  return summarizeOutcome("Propose", payout, outcome);
}

/** A payout's outcome in one phrase, and in the text with the code. */
export function summarizeOutcome(
  act: string,
  { reference_id: reference, amount_paise: amountPaise }: DecidablePayout,
  outcome: "paid" | "failed",
): SignedSummary {
  return {
    summary: `${act} payout ${reference} of ${rupees(amountPaise)} as ${outcome}`,
    text: decisionText(`${reference} as ${outcome}`, amountPaise),
  };
}

/**
 * Proposes a payout's outcome. No money moves, but workers no longer send the payout, so that it
 * can't be paid after it is declared failed. Status checks go on, and the provider's own outcome
 * takes precedence over the proposal.
 * @returns the decision's id.
 * @throws 404, 409 `OUTCOME_NOT_DECIDABLE`.
 */
export async function proposeOutcome(
  person: SuperAdmin,
  payoutId: string,
  proposal: Proposal,
): Promise<string> {
  return transaction(async (db) => {
    const payout = await lockDecidable(db, payoutId, proposal.outcome);
    const id = newId();
    const lastReport = describeLastReport(payout);
    await db
      .insertInto("payout_decisions")
      .values({
        id,
        payout_id: payoutId,
        tenant_id: payout.tenant_id,
        outcome: proposal.outcome,
        utr: proposal.outcome === "paid" ? (proposal.utr ?? null) : null,
        reason: proposal.reason,
        evidence: proposal.evidence,
        provider_said: lastReport,
        proposed_by: person.member.id,
        proposed_at: now(),
      })
      .execute();
    await db
      .updateTable("payouts")
      .set({ send_blocked_at: now(), updated_at: now() })
      .where("id", "=", payoutId)
      .execute();
    await notifySuperAdmins(db, {
      kind: "payout_stuck",
      subjectId: payoutId,
      detail: `: ${person.member.name} proposes that it ${proposal.outcome === "paid" ? "was paid" : "has failed"}. A second super admin has to confirm`,
      exceptPersonId: person.member.id,
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
