import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { expediteStatusChecks } from "../../payouts/send/expedite-status-checks.ts";
import { clearProviderStatuses } from "../../payouts/provider-status.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { ProviderId } from "../../providers/provider.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { providerChanged, lockProvider } from "./pause-provider.ts";
import { totalWaiting } from "./total-waiting.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Resumes a provider and makes its payouts due: waiting ones are sent, and ones that it had not
 * accepted before the pause are checked and sent under the same idempotency key.
 * @returns count and amount of the waiting payouts.
 * @throws 409 `PROVIDER_CHANGED` when it is not paused.
 */
export async function resumeProvider(
  person: SuperAdmin,
  id: ProviderId,
  reason: string | undefined,
  leaseSeconds: number,
) {
  const waiting = await transaction(async (db) => {
    const provider = await lockProvider(db, id);
    if (!provider.paused_at) throw providerChanged("This provider is not paused");
    await db
      .updateTable("providers")
      .set({ paused_at: null, paused_by: null, pause_reason: null })
      .where("id", "=", id)
      .execute();
    await expediteStatusChecks(db, { unansweredBy: id }, leaseSeconds);
    const { count, paise } = await totalWaiting(db, id);
    await publishToSuperAdmins(db, ["gateway"]);
    await notifySuperAdmins(db, {
      kind: "provider_resumed",
      subjectId: person.member.id,
      detail: `the ${id} provider`,
      exceptPersonId: person.member.id,
    });
    await record(db, {
      act: "provider.resumed",
      by: person,
      subject: { kind: "provider", id },
      reason,
      before: {
        paused: true,
        since: provider.paused_at.toISOString(),
        reason: provider.pause_reason,
      },
      after: { paused: false, waiting_count: count, waiting_paise: String(paise) },
    });
    return { count, amount: inr(paise) };
  });
  clearProviderStatuses();
  wakeWorker();
  return { waiting };
}
