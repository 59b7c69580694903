import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";

export const unsentRule = {
  cancelled: "no provider got a payout that was cancelled",
  withheld: "no provider got a payout after it was withheld",
  tenants: "the unsent payouts of a tenant are withheld exactly while it is deactivated with them",
} as const;
/** The rules that `verifyUnsent` checks. */
export const unsentRules = Object.values(unsentRule);

/**
 * Checks that cancelled and withheld payouts stayed with us. What a provider got is known from its
 * answers, by the time of the first lease, and by the timeline.
 * @returns a fault for each payout.
 */
export async function verifyUnsent(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with cancelled as (
      select payouts.* from payouts where status = 'cancelled'
      union
      select payouts.* from payouts join payout_events on payout_id = payouts.id
      where event = 'cancelled'
    )
    select ${unsentRule.cancelled}::text as rule, id::text as where
    from cancelled
    where status <> 'cancelled' or due_at is not null or adapter is not null
      or handed_at is not null or provider_state is not null or provider_reference is not null
      or utr_number is not null
      or not exists (
        select from payout_events where payout_id = cancelled.id and event = 'cancelled'
      )
      or exists (
        select from payout_events
        where payout_id = cancelled.id
          and event in ('accepted', 'explained', 'unknown', 'success', 'failed', 'reversed', 'decided')
      )
    union all
    select ${unsentRule.withheld}::text, id::text from payouts
    where withheld_at is not null and (
      handed_at > withheld_at
      or status = 'pending' and (handed_at is not null or adapter is not null or isfinite(due_at))
    )
    union all
    select ${unsentRule.tenants}::text, payouts.id::text
    from payouts join tenants on tenants.id = tenant_id
    where status in ('pending', 'processing')
      and (withheld_at is null) <> (payouts_withheld_at is null)
    union all
    select ${unsentRule.tenants}::text, id::text from tenants
    where payouts_withheld_at is not null and is_active
  `.execute(db);
  return rows;
}
