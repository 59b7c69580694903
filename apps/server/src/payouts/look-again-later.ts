import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { transaction } from "../db.ts";
import { announce } from "../live/announce.ts";
import { log } from "../log.ts";
import { OutcomeUnknownError } from "../providers/provider.ts";
import type { ClaimedPayout } from "./claim-payouts.ts";
import { nextLook } from "./next-look.ts";
import { sentenceForPayer } from "./sentence-for-payer.ts";

/**
 * Keeps since when a payout's outcome is unknown and when its provider is asked next: later each
 * time, and never sooner than the provider wants. Only while our claim is the last one; and a
 * notice may have brought the payout to its end meanwhile.
 */
export async function lookAgainLater(payout: ClaimedPayout, why: Error): Promise<void> {
  log().warn(
    { payout: payout.id, attempts: payout.attempts, why: why.message },
    "A payout's outcome is unknown",
  );
  await transaction(async (db) => {
    const { rows } = await sql<{ person_id: string }>`
      with claimed as (
        select id, person_id, unknown_since from payouts
        where id = ${payout.id} and status = 'processing' and attempts = ${payout.attempts}
        for update
      ), told as (
        insert into payout_events (payout_id, person_id, at, event, detail)
        select id, person_id, ${now()}, 'unknown', ${sentenceForPayer(why)} from claimed where unknown_since is null
      )
      update payouts
      set due_at = ${nextOf(payout, why)}, updated_at = ${now()},
        looks = payouts.looks + 1, unknown_since = coalesce(payouts.unknown_since, ${now()})
      from claimed where payouts.id = claimed.id
      returning payouts.person_id
    `.execute(db);
    await announce(
      db,
      rows.map((row) => row.person_id),
      ["payouts"],
    );
  });
}

function nextOf(payout: ClaimedPayout, why: Error): Date {
  const next = nextLook(payout.looks + 1);
  const asked = why instanceof OutcomeUnknownError ? why.retryAfterMs : undefined;
  const soonest = secondsFromNow((asked ?? 0) / 1_000);
  return soonest > next ? soonest : next;
}
