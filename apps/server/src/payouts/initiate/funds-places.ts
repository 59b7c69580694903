import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/**
 * What waits for funds of a tenant, with its place and what the wallet lacks for it and for all before
 * it. A batch that waits in order is one of them, with all its rows that wait.
 */
export const places = (tenantId: string) => sql`
  select queued.id, row_number() over (order by place) as rank,
    sum(paise) over (order by place)::bigint - available_paise as missing
  from (
    select id, place, amount_paise + fee_paise + gst_paise as paise from funds_queue
    where tenant_id = ${tenantId} and state = 'waiting'
    union all
    select payout_batches.id, funds_place, sum(amount_paise + fee_paise + gst_paise)
    from payout_batches join batch_rows on batch_id = payout_batches.id and batch_rows.state = 'ready'
    where payout_batches.tenant_id = ${tenantId} and funds_place is not null
    group by payout_batches.id
  ) as queued
  join wallets on wallets.id = ${tenantId}
`;

/** What the wallet lacks for all that waits, in paise; 0 if it covers that. */
export async function sumMissing(db: Db, tenantId: string): Promise<bigint> {
  const { rows } = await sql<{ missing: bigint }>`
    select greatest(coalesce(max(missing), 0), 0)::bigint as missing
    from (${places(tenantId)}) as places
  `.execute(db);
  return rows[0]?.missing ?? 0n;
}
