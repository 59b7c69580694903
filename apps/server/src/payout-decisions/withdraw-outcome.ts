import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { announce } from "../live/announce.ts";
import { wakeWorker } from "../payouts/wake-worker.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { lockPayout } from "./decidable.ts";
import { lockProposed } from "./lock-decision.ts";

/**
 * Takes a proposal back, one's own or another's, which moves nothing and so needs no code: the
 * payout goes on as before.
 * @throws 404; 409 `ALREADY_DECIDED`.
 */
export async function withdrawOutcome(person: SuperAdmin, id: string): Promise<void> {
  await transaction(async (db) => {
    const { payout, decision } = await lockProposed(db, id, lockPayout);
    await db
      .updateTable("payout_decisions")
      .set({ state: "withdrawn", closed_by: person.id, closed_at: now() })
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("payouts")
      .set({ held_at: null, updated_at: now() })
      .where("id", "=", payout.id)
      .execute();
    await announce(db, await superAdminIds(db), ["gateway"]);
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
