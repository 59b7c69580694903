import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { Refusal } from "../errors.ts";
import { inr } from "../money.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { forgetRailStandings } from "../payouts/rail-standings.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { announceGateway } from "./announce-gateway.ts";
import { sumWaiting } from "./sum-waiting.ts";

/**
 * Pauses a rail: from the commit on no server claims a payout for it that was never sent. Those
 * that wait are moved to the other rail within seconds, where their tenant may use it.
 * @returns what waits.
 * @throws 409 `PROVIDER_CHANGED` when it is paused already.
 */
export async function pauseProvider(person: SuperAdmin, id: ProviderId, reason: string) {
  const waiting = await transaction(async (db) => {
    const rail = await lockRail(db, id);
    if (rail.paused_at) throw changed("This provider is paused already");
    await db
      .updateTable("providers")
      .set({ paused_at: now(), paused_by: person.id, pause_reason: reason })
      .where("id", "=", id)
      .execute();
    const { count, paise } = await sumWaiting(db, id);
    await announceGateway(db);
    await tellSuperAdmins(db, {
      kind: "provider_paused",
      subjectId: person.id,
      detail: `the ${id} provider: ${reason}`,
      but: person.id,
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
  forgetRailStandings();
  return { waiting };
}

/** Waits for claims under way: each has locked the row, shared, until it is kept. */
export async function lockRail(db: Tx, id: ProviderId) {
  return db
    .selectFrom("providers")
    .select(["paused_at", "pause_reason"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const changed = (sentence: string) => new Refusal(409, "PROVIDER_CHANGED", sentence);
