import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { digest, newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { lockDecidable, type LockedPayout } from "./decidable.ts";
import { checkSignature, sendDecisionCode } from "./sign-decision.ts";

export interface Proposal {
  readonly outcome: "paid" | "failed";
  readonly utr?: string | undefined;
  readonly reason: string;
  readonly evidence: string;
}

/**
 * Texts the code that signs this proposal.
 * @throws 404; 409 `OUTCOME_NOT_DECIDABLE`; 429.
 */
export async function sendProposalCode(person: SuperAdmin, payoutId: string, proposal: Proposal) {
  const payout = await transaction((db) => lockDecidable(db, payoutId, proposal.outcome));
  return sendDecisionCode(person, {
    digest: digestOf(payoutId, proposal),
    outcome: proposal.outcome,
    reference: payout.reference_id,
    amountPaise: payout.amount_paise,
  });
}

/**
 * Proposes what became of a payout. Nothing moves; but from now on no worker sends it, so that it
 * can't go out while it is being declared failed. It is still asked about, and the provider's own
 * word overtakes the proposal.
 * @returns the decision's id.
 * @throws 400 for a code that is wrong or for something else, 404, 409 `OUTCOME_NOT_DECIDABLE`.
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
    const said = whatWasSaid(payout);
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
        provider_said: said,
        proposed_by: person.id,
        proposed_at: now(),
      })
      .execute();
    await db
      .updateTable("payouts")
      .set({ held_at: now(), updated_at: now() })
      .where("id", "=", payoutId)
      .execute();
    await tellSuperAdmins(db, {
      kind: "payout_stuck",
      subjectId: payoutId,
      detail: `: ${person.name} proposes that it ${proposal.outcome === "paid" ? "was paid" : "has failed"}, and a second super admin has to confirm that`,
      but: person.id,
    });
    await announce(db, await superAdminIds(db), ["gateway"]);
    await record(db, {
      act: "payout.outcome_proposed",
      by: person,
      subject: { kind: "payout", id: payoutId },
      reason: proposal.reason,
      before: { status: payout.status, provider_said: said, attempts: payout.attempts },
      after: { decision: id, ...proposalInLog(payout, proposal) },
    });
    return id;
  });
}

/** The code signs the payout and every word of the proposal. */
function digestOf(payoutId: string, proposal: Proposal): Buffer {
  return digest({ act: "propose", payout: payoutId, ...proposal, utr: proposal.utr || undefined });
}

function proposalInLog(payout: LockedPayout, { outcome, utr, evidence }: Proposal) {
  return {
    outcome,
    ...(outcome === "paid" && { utr }),
    evidence,
    reference_id: payout.reference_id,
    amount_paise: String(payout.amount_paise),
  };
}

/** "processing (PENDING_APPROVAL), their reference pout_1": what the provider said last. */
function whatWasSaid(payout: LockedPayout): string {
  const { provider_state: state, provider_raw_state: raw, provider_reference: theirs } = payout;
  if (state === null) return "Nothing";
  return [state, raw && raw !== state && ` (${raw})`, theirs && `, their reference ${theirs}`]
    .filter((part) => part !== null && part !== "" && part !== false)
    .join("");
}
