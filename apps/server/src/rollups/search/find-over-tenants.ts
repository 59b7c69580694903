import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/**
 * The ids of the newest payouts of any tenant, also of closed ones, with one of these UTRs or with this
 * end of an account number. It looks into the index once for each tenant, so it costs the same however
 * many payouts they have. A payout whose terms no worker has written yet is not found: those of all
 * tenants would have no bound.
 */
export async function findPayoutsOverTenants(
  db: Db,
  { utrs, end }: { readonly utrs: readonly string[]; readonly end: string | null },
  limit: number,
): Promise<string[]> {
  const ends = end === null ? [] : [`e${end}`];
  const terms = [...utrs.map((utr) => `w${utr.toLowerCase()}`), ...ends];
  if (terms.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select entries.id from tenants cross join lateral (
      select at, subject_id as id from search_terms
      where tenant_id = tenants.id and kind = 'payout' and term = any(${terms}::text[])
        and (
          term = any(${ends}::text[])
          -- A word of the remarks can be the UTR of another payment.
          or exists (
            select from payouts where payouts.id = subject_id and utr_number = any(${utrs}::text[])
          )
        )
      order by at desc, subject_id desc limit ${limit}
    ) as entries
    where role in ('operator', 'retailer')
    order by entries.at desc, entries.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The ids of the payouts and waits that have this reference: ours, or the own one of any tenant's program. */
export async function findReferencedPayouts(db: Db, text: string): Promise<string[]> {
  const reference = text.toUpperCase();
  const { rows } = await sql<{ id: string | null }>`
    select id from payouts where reference_id = ${reference}
    union
    select id from funds_queue where reference_id = ${reference}
    union
    select case kind when 'payout' then api_orders.id else payout_id end
    from tenants
    join api_orders on api_orders.tenant_id = tenants.id and client_reference = ${text}
    left join payment_requests on payment_requests.id = api_orders.id
  `.execute(db);
  return rows.flatMap(({ id }) => id ?? []);
}
