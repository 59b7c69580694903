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
  readonly state: Exclude<ProposalState, "waiting">;
  /** Null for an automatic closing and for the command line. */
  readonly by: SuperAdmin | null;
  readonly reason?: string;
}

const acts: Readonly<Record<Closing["state"], AuditAct>> = {
  confirmed: "proposal.confirmed",
  rejected: "proposal.rejected",
  withdrawn: "proposal.withdrawn",
  void: "proposal.void",
  expired: "proposal.expired",
};

/**
 * Closes a waiting proposal, erases its content, notifies the other super admins, and records both
 * people with the values before and after.
 */
export async function closeProposal(
  db: Tx,
  { id, proposed_by: proposerId, changes, reason: proposed }: StoredProposal,
  { state, by, reason }: Closing,
): Promise<void> {
  await db
    .updateTable("proposals")
    .set({
      state,
      closed_by: by?.id ?? null,
      closed_at: now(),
      closing_reason: reason ?? null,
      content_sealed: null,
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
    exceptPersonId: by?.id,
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
      ...(state === "confirmed" && { confirmed_by: by?.id }),
    },
  });
}
