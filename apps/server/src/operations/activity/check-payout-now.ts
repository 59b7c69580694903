import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { expediteStatusChecks } from "../../payouts/send/expedite-status-checks.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { SuperAdmin } from "../../kernel/person.ts";

/**
 * Makes the next status check of a payout due now. It never sends the payout a second time.
 * @returns when the check is due: later than now while a worker may still hold the payout.
 * @throws 404; 409 `PAYOUT_NOT_OPEN` when it has an outcome, or was never sent to a provider.
 */
export async function checkPayoutNow(person: SuperAdmin, id: string, leaseSeconds: number) {
  const nextCheckAt = await transaction(async (db) => {
    const payout = await db
      .selectFrom("payouts")
      .select(["reference_id", "status", "due_at"])
      .where("id", "=", id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!payout) throw notFound("This payout");
    const [dueAt] = await expediteStatusChecks(db, { payoutId: id }, leaseSeconds);
    if (!dueAt) throw notOpen(payout.status);
    await record(db, {
      act: "payout.looked_at",
      by: person,
      subject: { kind: "payout", id },
      before: { reference_id: payout.reference_id, next_check_at: payout.due_at?.toISOString() },
      after: { next_check_at: dueAt.toISOString() },
    });
    return dueAt;
  });
  wakeWorker();
  return { next_check_at: nextCheckAt.toISOString() };
}

function notOpen(status: string): ApiError {
  const message =
    status === "pending"
      ? "This payout has not been sent to a provider yet"
      : "This payout already has an outcome";
  return new ApiError(409, "PAYOUT_NOT_OPEN", message);
}
