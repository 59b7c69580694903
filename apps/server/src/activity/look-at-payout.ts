import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { lookSooner } from "../payouts/look-sooner.ts";
import { wakeWorker } from "../payouts/wake-worker.ts";
import type { SuperAdmin } from "../sign-in/person.ts";

/**
 * Lets a worker ask the provider about a payout now. Nothing is sent that the provider has.
 * @throws 404; 409 `PAYOUT_NOT_OPEN` when it has its outcome, or was never handed over.
 */
export async function lookAtPayout(person: SuperAdmin, id: string, claimSeconds: number) {
  const next = await transaction(async (db) => {
    const payout = await db
      .selectFrom("payouts")
      .select(["reference_id", "status", "due_at"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!payout) throw notFound("This payout");
    const [dueAt] = await lookSooner(db, { payoutId: id }, claimSeconds);
    if (!dueAt) throw notOpen(payout.status);
    await record(db, {
      act: "payout.looked_at",
      by: person,
      subject: { kind: "payout", id },
      before: { reference_id: payout.reference_id, next_look_at: payout.due_at?.toISOString() },
      after: { next_look_at: dueAt.toISOString() },
    });
    return dueAt;
  });
  wakeWorker();
  return { next_look_at: next.toISOString() };
}

function notOpen(status: string): Refusal {
  const why =
    status === "pending"
      ? "This payout was not handed to a provider yet, so there is nothing to ask"
      : "This payout has its outcome already";
  return new Refusal(409, "PAYOUT_NOT_OPEN", why);
}
