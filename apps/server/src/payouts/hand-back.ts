import { sql } from "kysely";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { announce } from "../live/announce.ts";
import { log } from "../log.ts";
import { readSettings } from "../platform/settings.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { ClaimedPayout } from "./claim-payouts.ts";
import { mostOf } from "./choose-provider.ts";
import { nextTry } from "./next-look.ts";
import { isFree, railStandings } from "./rail-standings.ts";
import { sentenceForPayer } from "./sentence-for-payer.ts";
import { wakeWorker } from "./wake-worker.ts";

/**
 * Takes back a payout that its provider certainly did not get: it waits again, bound to no
 * adapter, for the other rail where that is free and may have it, else for the same one. Only
 * while our claim is the last one: whoever has claimed it since may have sent it.
 */
export async function handBack(payout: ClaimedPayout, why: Error): Promise<void> {
  log().warn({ payout: payout.id, why: why.message }, "A payout could not be handed over");
  const [settings, standings] = await Promise.all([readSettings(), railStandings()]);
  const other: ProviderId = payout.provider === "primary" ? "alternative" : "primary";
  const takesIt = payout.amount_paise <= mostOf(other, payout.method, settings);
  const goesElsewhere = await transaction(async (db) => {
    const payer = await lockClaimed(db, payout);
    if (!payer) return false;
    const isMoved = payer.allowed_providers.includes(other) && takesIt && isFree(standings[other]);
    // Two rails that both refuse don't throw it to and fro without a pause.
    const isAtOnce = isMoved && payout.attempts === 1;
    await sql`
      update payouts
      set status = 'pending', adapter = null, handed_at = null, unknown_since = null,
        provider = ${isMoved ? other : payout.provider},
        due_at = ${isAtOnce ? now() : nextTry(payout.looks + 1)}, looks = looks + 1,
        updated_at = ${now()}
      where id = ${payout.id}
    `.execute(db);
    const told = { id: payout.id, payer: payer.person_id };
    await tell(db, told, "not_taken", sentenceForPayer(why));
    if (isMoved) await tell(db, told, "rerouted", null);
    await announce(db, [payer.person_id], ["payouts"]);
    return isAtOnce;
  });
  if (goesElsewhere) wakeWorker();
}

async function lockClaimed(db: Tx, { id, attempts }: ClaimedPayout) {
  const { rows } = await sql<{ person_id: string; allowed_providers: string[] }>`
    select person_id, allowed_providers from payouts join people on people.id = person_id
    where payouts.id = ${id} and status = 'processing' and attempts = ${attempts}
      and provider_state is null
    for update of payouts
  `.execute(db);
  return rows[0];
}

/** A line of the timeline, and the same thing only once however often it is tried. */
async function tell(
  db: Tx,
  { id, payer }: { readonly id: string; readonly payer: string },
  event: string,
  detail: string | null,
): Promise<void> {
  await sql`
    insert into payout_events (payout_id, person_id, at, event, detail)
    select ${id}, ${payer}, ${now()}, ${event}, ${detail}::text
    where not exists (
      select from payout_events
      where payout_id = ${id} and event = ${event} and detail is not distinct from ${detail}::text
    )
  `.execute(db);
}
