import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { isOpenInvitation } from "../people/invitations.ts";
import type { TeamId } from "./lock-members.ts";

/**
 * Cancels the open invitations that a person sent for a team that the transaction has locked, so
 * that none outlasts the right to invite.
 * @returns how many.
 */
export async function cancelInvitationsBy(db: Tx, team: TeamId, personId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ cancelled_at: now() })
    .where("tenant_id", "is not distinct from", team)
    .where("invited_by", "=", personId)
    .where(isOpenInvitation)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
