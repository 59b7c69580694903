import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import type { Fault } from "../../ledger/fault.ts";

/** Less than events are kept. */
const comparedDays = 80;

export const eventRule = {
  gapless: "the events of a business are numbered without gaps, up to its newest one",
  numbered: "no event is left behind those that are numbered",
  outcome: "the last event of every payout says how the payout stands",
} as const;
/** The rules that `verifyEvents` checks. */
export const eventRules = Object.values(eventRule);

/**
 * Compares events with each other and with the payouts themselves; it shares nothing with the triggers
 * that write them and the worker that numbers them.
 * @returns a fault for each business, row of the outbox or payout.
 */
export async function verifyEvents(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${eventRule.gapless}::text as rule, tenant_id::text as where
    from event_heads full join (
      select tenant_id, min(version) as oldest, max(version) as newest, count(*) as count
      from events group by tenant_id
    ) as numbered using (tenant_id)
    where event_heads.version is null
      or newest <> event_heads.version or count <> newest - oldest + 1
    union all
    select ${eventRule.numbered}::text, event_outbox.number::text
    from event_outbox join event_numbering on number <= up_to
    union all
    select ${eventRule.outcome}::text, payouts.id::text
    from payouts join event_numbering on payouts.created_at >= since
    left join (
      select distinct on (subject_id) subject_id, status
      from events where type like 'payout.%' order by subject_id, version desc
    ) as last on subject_id = payouts.id
    where payouts.created_at > ${secondsFromNow(-comparedDays * 24 * 60 * 60)}
      and last.status is distinct from payouts.status
      and not exists (select from event_outbox where event_outbox.subject_id = payouts.id)
  `.execute(db);
  return rows;
}
