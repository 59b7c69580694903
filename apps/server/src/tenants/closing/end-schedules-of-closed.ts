import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { endBatchSchedulesOf } from "../../payouts/batch-schedules/change-batch-schedule.ts";
import { endSchedulesOf } from "../../payouts/schedules/stop-schedule.ts";

const why = "The account was closed.";

/**
 * Ends the schedules of closed businesses, which would fail on each due day. Apart from the closing: it
 * holds the wallet, which a due day locks after its schedule.
 */
export async function endSchedulesOfClosed(): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants
    where closed_at is not null and (
      exists (select from payout_schedules where tenant_id = tenants.id and state <> 'ended')
      or exists (select from batch_schedules where tenant_id = tenants.id and state <> 'ended')
    )
  `.execute(database());
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await endSchedulesOf(ids, why);
  await endBatchSchedulesOf(ids, why);
}
