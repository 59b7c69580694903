import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { showPayout } from "./show-payout.ts";

interface References {
  readonly reference_id?: string | undefined;
  readonly client_reference?: string | undefined;
}

/**
 * The payout with our reference or the caller's own, also of its payment request, and also one that
 * waits for funds: for a caller, an unknown reference is a payout that was never accepted. @throws 404.
 */
export async function findByReference(
  tenant: Tenant,
  { reference_id: ours, client_reference: yours }: References,
) {
  const found =
    ours === undefined
      ? await findByClientReference(tenant, yours ?? "")
      : await findByOwnReference(tenant, ours);
  if (!found) throw notFound("This payout");
  return showPayout(tenant, found.id);
}

async function findByOwnReference({ tenantId }: Tenant, reference: string) {
  const { rows } = await sql<{ id: string }>`
    select id from payouts where reference_id = ${reference} and tenant_id = ${tenantId}
    union
    select id from funds_queue where reference_id = ${reference} and tenant_id = ${tenantId}
  `.execute(database());
  return rows[0];
}

async function findByClientReference({ tenantId }: Tenant, reference: string) {
  const { rows } = await sql<{ id: string | null }>`
    select case kind when 'payout' then api_orders.id else payout_id end as id
    from api_orders left join payment_requests on payment_requests.id = api_orders.id
    where api_orders.tenant_id = ${tenantId} and client_reference = ${reference}
  `.execute(database());
  const [row] = rows;
  return row?.id ? { id: row.id } : undefined;
}
