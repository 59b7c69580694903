import { transaction } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { closeProposal } from "./close-proposal.ts";
import { lockProposals, lockSuperAdmins } from "./lock-proposals.ts";
import { findOpen } from "./stored-proposal.ts";

/**
 * Withdraws the person's own proposal. Nothing changes, so it needs no code.
 * @throws 403 for another's proposal; 404; 409 `ALREADY_DECIDED`.
 */
export async function withdrawProposal(person: SuperAdmin, id: string): Promise<void> {
  await transaction(async (db) => {
    await lockProposals(db);
    await lockSuperAdmins(db, person);
    const proposal = await findOpen(db, id);
    if (proposal.proposed_by !== person.member.id) {
      throw new ApiError(403, "FORBIDDEN", "Another super admin proposed this. Reject it instead.");
    }
    await closeProposal(db, proposal, { state: "withdrawn", by: person });
  });
}

/**
 * Rejects another super admin's proposal. Nothing changes, so it needs no code.
 * @throws 403 for the person's own proposal; 404; 409 `ALREADY_DECIDED`.
 */
export async function rejectProposal(
  person: SuperAdmin,
  id: string,
  reason: string,
): Promise<void> {
  await transaction(async (db) => {
    await lockProposals(db);
    await lockSuperAdmins(db, person);
    const proposal = await findOpen(db, id);
    if (proposal.proposed_by === person.member.id) {
      throw new ApiError(403, "FORBIDDEN", "You proposed this. Withdraw it instead.");
    }
    await closeProposal(db, proposal, { state: "rejected", by: person, reason });
  });
}
