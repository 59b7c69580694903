import { transaction, type Tx } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { completesDecision } from "../../identity/proposals/second-person.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockProposal, type Proposal } from "./adjustment-queries.ts";
import { assertOpen } from "./assert-open.ts";
import { checkAdjustment, notPossible } from "./check-adjustment.ts";
import { postAdjustment } from "./post-adjustment.ts";
import { orderInLog, summarizeAdjustment } from "./propose-adjustment.ts";

/** What the second person signs. @throws as `confirmAdjustment`. */
export async function describeConfirmation(person: SuperAdmin, id: string): Promise<SignedSummary> {
  const proposal = await transaction((db) => lockConfirmable(db, person, id));
  return summarizeAdjustment("Confirm", proposal, proposal.tenantName);
}

/**
 * Confirms an adjustment: its money moves and both signatures go to the audit log, in one
 * transaction.
 * @throws 404; 409 `ALREADY_DECIDED`,
 *   `SECOND_APPROVER_NEEDED` for its proposer, `ADJUSTMENT_NOT_POSSIBLE`.
 */
export async function confirmAdjustment(person: SuperAdmin, id: string): Promise<void> {
  await transaction(async (db) => {
    const proposal = await lockConfirmable(db, person, id);
    const closedAt = now();
    await db
      .updateTable("adjustments")
      .set({ state: "posted", closed_by: person.member.id, closed_at: closedAt })
      .where("id", "=", id)
      .execute();
    const owedPaise = await postAdjustment(db, proposal);
    if (proposal.chargebackId !== null) {
      await db
        .updateTable("credit_chargebacks")
        .set({ state: "handled", handled_by: person.member.id, handled_at: closedAt })
        .where("id", "=", proposal.chargebackId)
        .execute();
    }
    await record(db, {
      act: "adjustment.confirmed",
      by: person,
      subject: { kind: "adjustment", id },
      reason: proposal.reason,
      after: {
        ...orderInLog(proposal),
        owed_paise: String(owedPaise),
        proposed_by: proposal.proposedBy,
      },
    });
  });
}

/** Closes the race between confirmations, a withdrawal and a rejection: the first wins. */
async function lockConfirmable(db: Tx, person: SuperAdmin, id: string): Promise<Proposal> {
  const proposal = await lockProposal(db, id);
  if (!proposal) throw notFound("This adjustment");
  assertOpen(proposal, person);
  const why = whyNotConfirmable(proposal, person.member.id);
  if (why !== undefined) {
    throw proposal.proposedBy === person.member.id
      ? new ApiError(409, "SECOND_APPROVER_NEEDED", why)
      : notPossible(why);
  }
  const first = { by: proposal.proposedBy, at: proposal.proposedAt };
  if (!(await completesDecision(db, person, first, "adjustment")))
    throw notPossible(gone(proposal));
  await checkAdjustment(db, proposal, id);
  return proposal;
}

/** Why this person can't confirm an open proposal; undefined if they can. */
export function whyNotConfirmable(
  proposal: Pick<Proposal, "proposedBy" | "isProposerActive" | "proposerName">,
  personId: string,
): string | undefined {
  if (proposal.proposedBy === personId) {
    return "You proposed this adjustment. Another super admin has to confirm it.";
  }
  // The proposal of a person who is no longer a super admin does not count.
  if (!proposal.isProposerActive) {
    return gone(proposal);
  }
  return undefined;
}

const gone = ({ proposerName }: Pick<Proposal, "proposerName">) =>
  `${proposerName}, who proposed this, may not decide it any more, or not yet. Reject it and propose it again.`;
