import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { clearProviderStatuses } from "../../payouts/provider-status.ts";
import type { ProviderId } from "../../providers/provider.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { totalWaiting } from "./total-waiting.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Pauses a provider: after the commit no worker leases an unsent payout for it. Waiting payouts
 * move to the other provider within seconds, if their tenant may use it.
 * @param person null for the command `pause-rails`.
 * @returns count and amount of the waiting payouts.
 * @throws 409 `PROVIDER_CHANGED` when it is paused already.
 */
export async function pauseProvider(person: SuperAdmin | null, id: ProviderId, reason: string) {
  const waiting = await transaction(async (db) => {
    const provider = await lockProvider(db, id);
    if (provider.paused_at) throw providerChanged("This provider is already paused");
    await db
      .updateTable("providers")
      .set({ paused_at: now(), paused_by: person?.member.id ?? null, pause_reason: reason })
      .where("id", "=", id)
      .execute();
    const { count, paise } = await totalWaiting(db, id);
    await publishToSuperAdmins(db, ["gateway"]);
    await notifySuperAdmins(db, {
      kind: "provider_paused",
      subjectId: person?.member.id ?? null,
      detail: `the ${id} provider: ${reason}`,
      exceptPersonId: person?.member.id,
    });
    await record(db, {
      act: "provider.paused",
      by: person,
      subject: { kind: "provider", id },
      reason,
      before: { paused: false },
      after: { paused: true, waiting_count: count, waiting_paise: String(paise) },
    });
    return { count, amount: inr(paise) };
  });
  clearProviderStatuses();
  return { waiting };
}

/** Closes the race between pausing and leasing: a lease holds a shared lock on this row until its commit. */
export async function lockProvider(db: Tx, id: ProviderId) {
  return db
    .selectFrom("providers")
    .select(["paused_at", "pause_reason"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const providerChanged = (message: string) => new ApiError(409, "PROVIDER_CHANGED", message);
