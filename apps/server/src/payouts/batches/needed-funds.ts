import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../database/db.ts";

/** What the rows without a payout of a business's running batches take from its wallet, in paise. */
export const neededByRunning = (tenantId: RawBuilder<unknown>) =>
  neededByBatches(tenantId, sql`other.state = 'running'`);

const neededByBatches = (tenantId: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql<bigint>`
  select coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint
  from payout_batches as other
  join batch_rows on batch_id = other.id and batch_rows.state = 'ready'
  where other.tenant_id = ${tenantId} and ${which}
`;

/**
 * What a wallet pays before a batch that is not started, in paise: the rows of running batches, and
 * what waits for funds.
 */
export async function readNeededFirst(db: Db, tenantId: string): Promise<bigint> {
  const which = sql`(other.state = 'running' or other.funds_place is not null)`;
  const { rows } = await sql<{ paise: bigint }>`
    select (${neededByBatches(sql`${tenantId}`, which)}) + (
      select coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint from funds_queue
      where tenant_id = ${tenantId} and state = 'waiting'
    ) as paise
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}

/** What is lacking for a total; zero if what can be spent covers it. Both in paise. */
export function lackingOf(totalPaise: bigint, spendablePaise: bigint): bigint {
  return totalPaise > 0n && totalPaise > spendablePaise ? totalPaise - spendablePaise : 0n;
}
