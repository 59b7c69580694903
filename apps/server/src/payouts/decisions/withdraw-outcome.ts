import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockPayout } from "./lock-decidable-payout.ts";
import { lockProposed } from "./lock-decision.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Withdraws a proposal, one's own or another's. No money moves, so it needs no code; the payout
 * continues as before.
 * @throws 404; 409 `ALREADY_DECIDED`.
 */
export async function withdrawOutcome(person: SuperAdmin, id: string): Promise<void> {
  await transaction(async (db) => {
    const { payout, decision } = await lockProposed(db, id, lockPayout);
    await db
      .updateTable("payout_decisions")
      .set({ state: "withdrawn", closed_by: person.member.id, closed_at: now() })
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("payouts")
      .set({ send_blocked_at: null, updated_at: now() })
      .where("id", "=", payout.id)
      .execute();
    await publishToSuperAdmins(db, ["gateway"]);
    await record(db, {
      act: "payout.outcome_withdrawn",
      by: person,
      subject: { kind: "payout", id: payout.id },
      before: { decision: id, outcome: decision.outcome, proposed_by: decision.proposed_by },
      after: { reference_id: payout.reference_id, status: payout.status },
    });
  });
  wakeWorker();
}
