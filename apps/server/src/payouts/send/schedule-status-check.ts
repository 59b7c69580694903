import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { log } from "../../kernel/log.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { LeasedPayout } from "./lease-payouts.ts";
import { nextStatusCheck } from "./next-status-check.ts";
import { messageForPayer } from "../message-for-payer.ts";

/**
 * Records since when a payout's outcome is unknown, and schedules the next status check: with
 * back-off, and never earlier than the provider asks for. Does nothing if another worker has
 * leased the payout since, or an update has ended it.
 */
export async function scheduleStatusCheck(payout: LeasedPayout, cause: Error): Promise<void> {
  log().warn(
    { payout: payout.id, attempts: payout.attempts, why: cause.message },
    "A payout's outcome is unknown",
  );
  await transaction(async (db) => {
    const { rows } = await sql<{ tenant_id: string }>`
      with leased as (
        select id, tenant_id, unknown_since from payouts
        where id = ${payout.id} and status = 'processing' and attempts = ${payout.attempts}
        for no key update
      ), events as (
        insert into payout_events (payout_id, tenant_id, at, event, detail)
        select id, tenant_id, ${now()}, 'unknown', ${messageForPayer(cause)}
        from leased where unknown_since is null
      )
      update payouts
      set due_at = ${nextCheckAt(payout, cause)}, updated_at = ${now()},
        status_checks = payouts.status_checks + 1, unknown_since = coalesce(payouts.unknown_since, ${now()})
      from leased where payouts.id = leased.id
      returning payouts.tenant_id
    `.execute(db);
    await publishChange(
      db,
      rows.map((row) => row.tenant_id),
      ["payouts"],
    );
  });
}

function nextCheckAt(payout: LeasedPayout, cause: Error): Date {
  const next = nextStatusCheck(payout.statusChecks + 1);
  const retryAfterMs = cause instanceof OutcomeUnknownError ? cause.retryAfterMs : undefined;
  const earliest = secondsFromNow((retryAfterMs ?? 0) / 1_000);
  return earliest > next ? earliest : next;
}
