import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import { closeProposal } from "./close-proposal.ts";
import { logged } from "./logged-changes.ts";
import type { ProposalHandlers } from "./proposal.ts";
import { expiryAfter } from "./expiry.ts";
import type { OpenProposal } from "./stored-proposal.ts";

/**
 * Carries out an agreed change: gives notice to those whom it concerns, and applies it now or leaves
 * it scheduled for the time of their notice. Call it after `lockProposals` and every check.
 * @param by the second person, who confirms it; null when its time has come.
 */
export async function carryOut(
  db: Tx,
  proposal: OpenProposal,
  by: SuperAdmin | null,
  handlers: ProposalHandlers,
): Promise<void> {
  const { id, kind, content, state } = proposal;
  const handler = handlers[kind];
  const countsAt =
    state === "waiting" ? ((await handler.giveNotice?.(db, content, id)) ?? null) : null;
  if (countsAt !== null) return schedule(db, proposal, by, countsAt);
  const confirmedById = by?.member.id ?? proposal.confirmed_by;
  await handler.apply(db, content, {
    proposerId: proposal.proposed_by,
    by,
    confirmedById,
    proposalId: id,
    reason: proposal.reason,
  });
  await closeProposal(db, proposal, {
    state: confirmedById === null ? "applied" : "confirmed",
    by,
    confirmedById,
  });
}

async function schedule(
  db: Tx,
  { id, changes, reason, proposed_by: proposerId }: OpenProposal,
  by: SuperAdmin | null,
  countsAt: Date,
): Promise<void> {
  await db
    .updateTable("proposals")
    .set({
      state: "scheduled",
      takes_effect_at: countsAt,
      expires_at: expiryAfter(countsAt),
      ...(by && { confirmed_by: by.member.id, confirmed_at: now() }),
    })
    .where("id", "=", id)
    .execute();
  await notifySuperAdmins(db, { kind: "change_scheduled", subjectId: id });
  await publishToSuperAdmins(db, ["proposals"]);
  await record(db, {
    act: "proposal.scheduled",
    by,
    subject: { kind: "proposal", id },
    reason,
    before: logged(changes, "before"),
    after: {
      ...logged(changes, "after"),
      proposed_by: proposerId,
      ...(by && { confirmed_by: by.member.id }),
      takes_effect_at: countsAt.toISOString(),
    },
  });
}
