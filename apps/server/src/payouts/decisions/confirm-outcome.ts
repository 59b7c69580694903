import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { completesDecision } from "../../identity/proposals/second-person.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { applyDecision } from "../send/apply-provider-updates.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockPayout, notDecidable, type DecidablePayout } from "./lock-decidable-payout.ts";
import { lockProposed, type LockedDecision } from "./lock-decision.ts";
import { summarizeOutcome } from "./propose-outcome.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/** What the second person signs. @throws as `confirmOutcome`. */
export async function describeConfirmation(
  person: SuperAdmin,
  id: string,
  leaseSeconds: number,
): Promise<SignedSummary> {
  const { payout, decision } = await transaction((db) =>
    lockConfirmable(db, person, id, leaseSeconds),
  );
  return summarizeOutcome("Confirm", payout, decision.outcome);
}

/**
 * Confirms a proposed outcome: the payout ends, its money moves, and the audit log gets both
 * signatures, in one transaction. A later provider update can only contradict it.
 * @throws 404; 409 `ALREADY_DECIDED`,
 *   `SECOND_APPROVER_NEEDED` for the person who proposed it, `OUTCOME_NOT_DECIDABLE`.
 */
export async function confirmOutcome(
  person: SuperAdmin,
  id: string,
  leaseSeconds: number,
): Promise<void> {
  await transaction(async (db) => {
    const { payout, decision } = await lockConfirmable(db, person, id, leaseSeconds);
    await db
      .updateTable("payout_decisions")
      .set({ state: "confirmed", closed_by: person.member.id, closed_at: now() })
      .where("id", "=", id)
      .execute();
    await db
      .insertInto("payout_events")
      .values({ payout_id: payout.id, tenant_id: payout.tenant_id, at: now(), event: "decided" })
      .execute();
    await applyDecision(db, {
      reference: payout.reference_id,
      adapter: payout.adapter,
      ...(decision.outcome === "paid"
        ? { state: "success", ...(decision.utr !== null && { utr: decision.utr }) }
        : { state: "failed", reason: decision.reason }),
    });
    await publishToSuperAdmins(db, ["gateway"]);
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
  readonly payout: DecidablePayout;
  readonly decision: LockedDecision;
}

async function lockConfirmable(
  db: Tx,
  person: SuperAdmin,
  id: string,
  leaseSeconds: number,
): Promise<Confirmable> {
  const { payout, decision } = await lockProposed(db, id, lockPayout);
  if (decision.proposed_by === person.member.id) {
    throw new ApiError(
      409,
      "SECOND_APPROVER_NEEDED",
      "You proposed this outcome. Another super admin has to confirm it.",
    );
  }
  const first = { by: decision.proposed_by, at: decision.proposed_at };
  if (!(await completesDecision(db, person, first, "outcome"))) {
    throw notDecidable(
      `${decision.proposer_name}, who proposed this, may not decide it any more, or not yet. Withdraw it and propose it again.`,
    );
  }
  // A worker that was sending the payout at the time of the proposal has lost its lease by then.
  const readyAt = decision.proposed_at.getTime() + leaseSeconds * 1_000;
  const waitSeconds = Math.ceil((readyAt - now().getTime()) / 1_000);
  if (waitSeconds > 0) {
    throw notDecidable(
      `A worker may still be sending it. Try again in ${waitSeconds} seconds.`,
      waitSeconds,
    );
  }
  return { payout, decision };
}
