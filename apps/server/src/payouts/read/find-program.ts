import type { PayoutDetail } from "@rokad/contract/payouts";
import { sql } from "kysely";
import { database } from "../../database/db.ts";

interface ProgramRow {
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly client_reference: string | null;
  readonly metadata: Record<string, string> | null;
}

/** The program that sent a payout, or prepared its payment request, and what it calls it. */
export async function findProgram(payoutId: string): Promise<PayoutDetail["program"]> {
  const { rows } = await sql<ProgramRow>`
    select key_id, api_keys.name as key_name, client_reference, metadata
    from api_orders left join api_keys on api_keys.id = key_id
    where api_orders.id in (
      select ${payoutId}::uuid
      union all select id from payment_requests where payout_id = ${payoutId}
    )
  `.execute(database());
  const [row] = rows;
  if (!row) return null;
  return {
    api_key: row.key_id === null ? null : { id: row.key_id, name: row.key_name ?? "" },
    client_reference: row.client_reference,
    metadata: row.metadata ?? {},
  };
}
