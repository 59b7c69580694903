import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/**
 * The ids of the newest payouts of any tenant, also of closed ones, that have one of these terms whole.
 * It looks into the index once for each tenant, so it costs the same however many payouts they have. A
 * payout whose terms no worker has written yet is not found: those of all tenants would have no bound.
 */
export async function findPayoutsOverTenants(
  db: Db,
  terms: readonly string[],
  limit: number,
): Promise<string[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select entries.id from tenants cross join lateral (
      select at, subject_id as id from search_terms
      where tenant_id = tenants.id and kind = 'payout' and term = any(${terms}::text[])
      order by at desc, subject_id desc limit ${limit}
    ) as entries
    where role in ('operator', 'retailer')
    order by entries.at desc, entries.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
