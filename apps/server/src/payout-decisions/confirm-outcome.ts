import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { Refusal } from "../errors.ts";
import { digest } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { recordDecision } from "../payouts/record-reports.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { lockPayout, notDecidable, type LockedPayout } from "./decidable.ts";
import { lockProposed, type LockedDecision } from "./lock-decision.ts";
import { checkSignature, sendDecisionCode } from "./sign-decision.ts";

/**
 * Texts a second super admin the code that confirms exactly this proposal.
 * @throws as `confirmOutcome`; 429.
 */
export async function sendConfirmationCode(
  person: SuperAdmin,
  id: string,
  claimSeconds: number,
): Promise<{ resend_after_seconds: number }> {
  const { payout, decision } = await transaction((db) =>
    lockConfirmable(db, person, id, claimSeconds),
  );
  return sendDecisionCode(person, {
    digest: digestOf(id),
    outcome: decision.outcome,
    reference: payout.reference_id,
    amountPaise: payout.amount_paise,
  });
}

/**
 * A second super admin's word: the payout ends, its money moves, and both signatures are in the
 * audit log, all in one transaction. Whatever the provider says later can only contradict it.
 * @throws 400 for a code that is wrong or for something else; 404; 409 `ALREADY_DECIDED`,
 *   `SECOND_APPROVER_NEEDED` to who proposed it, `OUTCOME_NOT_DECIDABLE`.
 */
export async function confirmOutcome(
  person: SuperAdmin,
  id: string,
  code: string,
  claimSeconds: number,
): Promise<void> {
  await checkSignature(person, code, digestOf(id));
  await transaction(async (db) => {
    const { payout, decision } = await lockConfirmable(db, person, id, claimSeconds);
    await db
      .updateTable("payout_decisions")
      .set({ state: "confirmed", closed_by: person.id, closed_at: now() })
      .where("id", "=", id)
      .execute();
    await db
      .insertInto("payout_events")
      .values({ payout_id: payout.id, person_id: payout.person_id, at: now(), event: "decided" })
      .execute();
    await recordDecision(db, {
      reference: payout.reference_id,
      adapter: payout.adapter,
      ...(decision.outcome === "paid"
        ? { state: "success", ...(decision.utr !== null && { utr: decision.utr }) }
        : { state: "failed", reason: decision.reason }),
    });
    await announce(db, await superAdminIds(db), ["gateway"]);
    await record(db, {
      act: "payout.outcome_confirmed",
      by: person,
      subject: { kind: "payout", id: payout.id },
      reason: decision.reason,
      before: { status: payout.status, provider_said: decision.provider_said },
      after: {
        decision: id,
        outcome: decision.outcome,
        utr: decision.utr,
        evidence: decision.evidence,
        proposed_by: decision.proposed_by,
        reference_id: payout.reference_id,
        amount_paise: String(payout.amount_paise),
      },
    });
  });
}

interface Confirmable {
  readonly payout: LockedPayout;
  readonly decision: LockedDecision;
}

async function lockConfirmable(
  db: Tx,
  person: SuperAdmin,
  id: string,
  claimSeconds: number,
): Promise<Confirmable> {
  const { payout, decision } = await lockProposed(db, id, lockPayout);
  if (decision.proposed_by === person.id) {
    throw new Refusal(
      409,
      "SECOND_APPROVER_NEEDED",
      "You proposed this outcome, so somebody else has to confirm it",
    );
  }
  // A person who may decide nothing any more counts for nothing either.
  if (!decision.proposer_is_active) {
    throw notDecidable(
      `${decision.proposer_name} proposed this and is no super admin any more. Withdraw it and propose it anew.`,
    );
  }
  // Whoever was sending the payout when it was proposed has stopped by then.
  const readyAt = decision.proposed_at.getTime() + claimSeconds * 1_000;
  const waitSeconds = Math.ceil((readyAt - now().getTime()) / 1_000);
  if (waitSeconds > 0) {
    throw notDecidable(
      `A worker may still be sending it. Please try again in ${waitSeconds} seconds.`,
      waitSeconds,
    );
  }
  return { payout, decision };
}

function digestOf(id: string): Buffer {
  return digest({ act: "confirm", decision: id });
}
