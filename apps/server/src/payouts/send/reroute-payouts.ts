import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { payoutPaiseMaxOf } from "./choose-provider.ts";
import { isAvailable, providerStatuses } from "../provider-status.ts";

const atMost = 500;

/**
 * Moves waiting payouts from an unavailable provider to the other one, if that is available, takes
 * the amount and is enabled for the tenant. Only pending payouts move. The row lock closes the
 * race with a lease: a payout that was leased first is no longer pending.
 */
export async function reroutePayouts(): Promise<void> {
  while ((await rerouteBatch()) === atMost);
}

async function rerouteBatch(): Promise<number> {
  const statuses = await providerStatuses();
  const from = providerIds.find((id) => !isAvailable(statuses[id]));
  const to = providerIds.find((id) => isAvailable(statuses[id]));
  if (!from || !to) return 0;
  const settings = await readSettings();
  return transaction(async (db) => {
    // Closes the race with a pause or resume of either provider: their rows stay locked.
    const { rows: providers } = await sql<{ id: ProviderId; is_paused: boolean }>`
      select id, paused_at is not null as is_paused from providers order by id for share
    `.execute(db);
    const isUnchanged = providers.every((row) => row.is_paused === statuses[row.id].isPaused);
    if (!isUnchanged) return 0;
    const { rows } = await sql`
      with waiting as (
        select payouts.id, payouts.tenant_id
        from payout_queue as queue join payouts on payouts.id = payout_id
        join tenants on tenants.id = payouts.tenant_id
        where queue.status = 'pending' and queue.provider = ${from} and queue.due_at <= ${now()}
          and payouts.status = 'pending' and payouts.provider = ${from}
          and payouts.due_at <= ${now()}
          and send_blocked_at is null and withheld_at is null
          and ${to} = any(allowed_providers)
          and amount_paise <= case method
            when 'upi' then ${payoutPaiseMaxOf(to, "upi", settings)}::bigint
            else ${payoutPaiseMaxOf(to, "imps", settings)}::bigint end
        order by queue.due_at limit ${atMost} for no key update of payouts skip locked
      ), events as (
        insert into payout_events (payout_id, tenant_id, at, event)
        select id, tenant_id, ${now()}, 'rerouted' from waiting
      )
      update payouts set provider = ${to}, updated_at = ${now()}
      from waiting where payouts.id = waiting.id
      returning payouts.id
    `.execute(db);
    return rows.length;
  });
}
