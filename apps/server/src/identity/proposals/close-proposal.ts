import type { AuditAct } from "@rokad/contract/audit";
import type { ProposalState } from "@rokad/contract/proposals";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import { logged } from "./logged-changes.ts";
import type { StoredProposal } from "./stored-proposal.ts";

interface Closing {
  readonly state: Exclude<ProposalState, "waiting" | "scheduled">;
  /** Null for an automatic closing and for the command line. */
  readonly by: SuperAdmin | null;
  /** The second person, for a change that takes effect. */
  readonly confirmedById?: string | null;
  readonly reason?: string;
}

const acts: Readonly<Record<Closing["state"], AuditAct>> = {
  confirmed: "proposal.confirmed",
  applied: "proposal.applied",
  rejected: "proposal.rejected",
  withdrawn: "proposal.withdrawn",
  void: "proposal.void",
  expired: "proposal.expired",
};

/**
 * Closes an open proposal, erases its content, notifies the other super admins, and records both
 * people with the values before and after. The end of one with a time of its own also notifies the
 * person who acted: a thief may have used their session.
 */
export async function closeProposal(
  db: Tx,
  proposal: Omit<StoredProposal, "confirmer_name">,
  { state, by, confirmedById, reason }: Closing,
): Promise<void> {
  const { id, proposed_by: proposerId, changes, reason: proposed } = proposal;
  await db
    .updateTable("proposals")
    .set({
      state,
      closed_by: confirmedById ?? by?.member.id ?? null,
      closed_at: now(),
      closing_reason: reason ?? null,
      content_encrypted: null,
    })
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("proposal_subjects")
    .set({ is_waiting: false })
    .where("proposal_id", "=", id)
    .execute();
  await notifySuperAdmins(db, {
    kind: "proposal_closed",
    subjectId: id,
    exceptPersonId: proposal.takes_effect_at === null ? by?.member.id : undefined,
  });
  await publishToSuperAdmins(db, ["proposals"]);
  await record(db, {
    act: acts[state],
    by,
    subject: { kind: "proposal", id },
    reason: reason ?? proposed,
    before: logged(changes, "before"),
    after: {
      ...logged(changes, "after"),
      proposed_by: proposerId,
      ...(state === "confirmed" && { confirmed_by: confirmedById }),
    },
  });
}
