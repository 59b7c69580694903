import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { inr } from "../money.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { lookSooner } from "../payouts/look-sooner.ts";
import { forgetRailStandings } from "../payouts/rail-standings.ts";
import { wakeWorker } from "../payouts/wake-worker.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { announceGateway } from "./announce-gateway.ts";
import { changed, lockRail } from "./pause-provider.ts";
import { sumWaiting } from "./sum-waiting.ts";

/**
 * Resumes a rail: what waits goes out at once, and what the provider had not taken when it was
 * paused is asked about at once, and sent under the same key.
 * @returns what waits.
 * @throws 409 `PROVIDER_CHANGED` when it is not paused.
 */
export async function resumeProvider(
  person: SuperAdmin,
  id: ProviderId,
  reason: string | undefined,
  claimSeconds: number,
) {
  const waiting = await transaction(async (db) => {
    const rail = await lockRail(db, id);
    if (!rail.paused_at) throw changed("This provider is not paused");
    await db
      .updateTable("providers")
      .set({ paused_at: null, paused_by: null, pause_reason: null })
      .where("id", "=", id)
      .execute();
    await lookSooner(db, { untakenBy: id }, claimSeconds);
    const { count, paise } = await sumWaiting(db, id);
    await announceGateway(db);
    await tellSuperAdmins(db, {
      kind: "provider_resumed",
      subjectId: person.id,
      detail: `the ${id} provider`,
      but: person.id,
    });
    await record(db, {
      act: "provider.resumed",
      by: person,
      subject: { kind: "provider", id },
      reason,
      before: { paused: true, since: rail.paused_at.toISOString(), reason: rail.pause_reason },
      after: { paused: false, waiting_count: count, waiting_paise: String(paise) },
    });
    return { count, amount: inr(paise) };
  });
  forgetRailStandings();
  wakeWorker();
  return { waiting };
}
