import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { log } from "../../kernel/log.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import type { ProviderId } from "../../providers/provider.ts";
import type { LeasedPayout } from "./lease-payouts.ts";
import { payoutPaiseMaxOf } from "./choose-provider.ts";
import { nextSendAttempt } from "./next-status-check.ts";
import { isAvailable, providerStatuses } from "../provider-status.ts";
import { messageForPayer } from "../message-for-payer.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";

/**
 * Returns a payout that its provider certainly did not get to the queue, without an adapter. It
 * goes to the other provider if that is available and allowed, otherwise to the same one again. If
 * its tenant was deactivated meanwhile, it is withheld like the tenant's other unsent payouts.
 * Does nothing if another worker has leased the payout since, because that one may have sent it.
 */
export async function returnToQueue(payout: LeasedPayout, cause: Error): Promise<void> {
  log().warn({ payout: payout.id, why: cause.message }, "A payout could not be sent");
  const [settings, statuses] = await Promise.all([readSettings(), providerStatuses()]);
  const other: ProviderId = payout.provider === "primary" ? "alternative" : "primary";
  const takesAmount = payout.amount_paise <= payoutPaiseMaxOf(other, payout.method, settings);
  const isDueNow = await transaction(async (db) => {
    const row = await lockLeased(db, payout);
    if (!row) return false;
    const isMoved =
      row.allowed_providers.includes(other) && takesAmount && isAvailable(statuses[other]);
    // Only the first move is immediate, so that two failing providers don't alternate in a loop.
    const isImmediate = isMoved && payout.attempts === 1 && !row.is_withheld;
    const nextAttempt = isImmediate ? now() : nextSendAttempt(payout.statusChecks + 1);
    const dueAt = row.is_withheld ? "infinity" : nextAttempt;
    await sql`
      update payouts
      set status = 'pending', adapter = null, handed_at = null, unknown_since = null,
        provider = ${isMoved ? other : payout.provider},
        due_at = ${dueAt}::timestamptz,
        status_checks = status_checks + 1, updated_at = ${now()}
      where id = ${payout.id}
    `.execute(db);
    const subject = { id: payout.id, payerId: row.tenant_id };
    await addEventOnce(db, subject, "not_taken", messageForPayer(cause));
    if (isMoved) await addEventOnce(db, subject, "rerouted", null);
    if (row.is_withheld) await addEventOnce(db, subject, "withheld", null);
    await publishChange(db, [row.tenant_id], ["payouts"]);
    return isImmediate;
  });
  if (isDueNow) wakeWorker();
}

interface LockedRow {
  readonly tenant_id: string;
  readonly allowed_providers: string[];
  readonly is_withheld: boolean;
}

async function lockLeased(db: Tx, { id, attempts }: LeasedPayout) {
  const { rows } = await sql<LockedRow>`
    select tenant_id, allowed_providers, withheld_at is not null as is_withheld from payouts join tenants on tenants.id = tenant_id
    where payouts.id = ${id} and status = 'processing' and attempts = ${attempts}
      and provider_state is null
    for no key update of payouts
  `.execute(db);
  return rows[0];
}

/** Adds a line to the timeline, unless it has the same one from an earlier attempt. */
async function addEventOnce(
  db: Tx,
  { id, payerId }: { readonly id: string; readonly payerId: string },
  event: string,
  detail: string | null,
): Promise<void> {
  await sql`
    insert into payout_events (payout_id, tenant_id, at, event, detail)
    select ${id}, ${payerId}, ${now()}, ${event}, ${detail}::text
    where not exists (
      select from payout_events
      where payout_id = ${id} and event = ${event} and detail is not distinct from ${detail}::text
    )
  `.execute(db);
}
