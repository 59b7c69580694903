import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { readSettings } from "../platform/settings.ts";
import type { ProviderId } from "../providers/provider.ts";
import { mostOf } from "./choose-provider.ts";
import { isFree, railStandings } from "./rail-standings.ts";

const atMost = 500;

/**
 * Moves payouts that wait on a paused or unwell rail to the other one, where that is free, their
 * tenant may use it and it takes the amount. Only what no provider has is moved: the row is locked
 * while it is still pending, and a claim that came first has made it something else.
 */
export async function reroutePayouts(): Promise<void> {
  while ((await rerouteSome()) === atMost);
}

async function rerouteSome(): Promise<number> {
  const standings = await railStandings();
  const from = providerIds.find((id) => !isFree(standings[id]));
  const to = providerIds.find((id) => isFree(standings[id]));
  if (!from || !to) return 0;
  const settings = await readSettings();
  return transaction(async (db) => {
    // Under the lock nobody pauses or resumes either of them until the move is kept.
    const { rows: rails } = await sql<{ id: ProviderId; paused: boolean }>`
      select id, paused_at is not null as paused from providers order by id for share
    `.execute(db);
    const still = rails.every(({ id, paused: isPaused }) => isPaused === standings[id].isPaused);
    if (!still) return 0;
    const { rows } = await sql`
      with waiting as (
        select payouts.id, person_id from payouts join people on people.id = payouts.person_id
        where status = 'pending' and provider = ${from} and due_at <= ${now()}
          and held_at is null
          and ${to} = any(allowed_providers)
          and amount_paise <= case method
            when 'upi' then ${mostOf(to, "upi", settings)}::bigint
            else ${mostOf(to, "imps", settings)}::bigint end
        order by due_at limit ${atMost} for update of payouts skip locked
      ), told as (
        insert into payout_events (payout_id, person_id, at, event)
        select id, person_id, ${now()}, 'rerouted' from waiting
      )
      update payouts set provider = ${to}, updated_at = ${now()}
      from waiting where payouts.id = waiting.id
      returning payouts.id
    `.execute(db);
    return rows.length;
  });
}
