import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { readSettings } from "../platform/settings.ts";
import { pausedRails } from "./paused-rails.ts";
import { mostOf } from "./choose-provider.ts";

const atMost = 500;

/**
 * Moves payouts that wait on a paused rail to the other one, where their tenant may use it and it
 * takes the amount. Only what was never handed to a provider is moved: the row is locked while it
 * is still pending, and a claim that came first has made it something else.
 */
export async function reroutePayouts(): Promise<void> {
  while ((await rerouteSome()) === atMost);
}

async function rerouteSome(): Promise<number> {
  const paused = await pausedRails();
  const [from, to] = providerIds.toSorted((a, b) => Number(paused.has(b)) - Number(paused.has(a)));
  if (!from || !to || !paused.has(from) || paused.has(to)) return 0;
  const settings = await readSettings();
  return transaction(async (db) => {
    // Under the lock both rails stay as they are until the move is kept.
    const { rows: rails } = await sql<{ id: string; paused: boolean }>`
      select id, paused_at is not null as paused from providers order by id for share
    `.execute(db);
    const still = rails.every(({ id, paused: isPaused }) => isPaused === (id === from));
    if (!still) return 0;
    const { rows } = await sql`
      with waiting as (
        select payouts.id from payouts join people on people.id = payouts.person_id
        where status = 'pending' and provider = ${from} and due_at <= ${now()}
          and ${to} = any(allowed_providers)
          and amount_paise <= case method
            when 'upi' then ${mostOf(to, "upi", settings)}::bigint
            else ${mostOf(to, "imps", settings)}::bigint end
        order by due_at limit ${atMost} for update of payouts skip locked
      ), told as (
        insert into payout_events (payout_id, at, event)
        select id, ${now()}, 'rerouted' from waiting
      )
      update payouts set provider = ${to}, updated_at = ${now()}
      from waiting where payouts.id = waiting.id
      returning payouts.id
    `.execute(db);
    return rows.length;
  });
}
