import type { PayoutStatus } from "@rokad/contract/payouts";
import type { FoundOverTenants } from "@rokad/contract/platform-search";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { maskedDestination, type EncryptedDestination } from "../../payouts/destination.ts";
import {
  findPayoutsOverTenants,
  findReferencedPayouts,
} from "../../rollups/search/find-over-tenants.ts";
import type { Sought } from "./read-sought.ts";

interface FoundRow extends EncryptedDestination {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly created_at: Date;
  readonly beneficiary_name: string;
  readonly amount_paise: bigint;
  readonly status: PayoutStatus;
  readonly is_wait: boolean;
  readonly reference_id: string;
  readonly utr_number: string | null;
}

/** Payouts by a reference, a UTR or the end of an account; also those that waited for funds. */
export async function findPayouts(db: Db, sought: Sought, limit: number) {
  const { text, utrs } = sought;
  const end = /^\d{4}$/.test(text) ? text : null;
  const [byReference, byTerm] = await Promise.all([
    findReferencedPayouts(db, text),
    findPayoutsOverTenants(db, { utrs, end }, limit),
  ]);
  return readFoundPayouts(db, { ids: [...byReference, ...byTerm], limit });
}

/**
 * The newest payouts of these, as a list over tenants shows them; also those that wait for funds or
 * were not funded, which have ids of their own.
 */
export async function readFoundPayouts(
  db: Db,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<FoundOverTenants["payouts"]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    select found.*, tenants.name as tenant_name from (
      select id, tenant_id, created_at, beneficiary_name, amount_paise, status,
        false as is_wait, reference_id, utr_number, method, destination_encrypted, destination_end
      from payouts
      where id = any(${ids}::uuid[])
      union all
      select id, tenant_id, created_at, beneficiary_name, amount_paise,
        case state when 'waiting' then 'pending' else 'cancelled' end, true, reference_id, null,
        method, destination_encrypted, destination_end
      from funds_queue where id = any(${ids}::uuid[]) and state <> 'funded'
    ) as found
    join tenants on tenants.id = tenant_id
    order by found.created_at desc, found.id desc limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    created_at: row.created_at.toISOString(),
    name: row.beneficiary_name,
    account: maskedDestination(row),
    amount: inr(row.amount_paise),
    status: row.status,
    is_wait: row.is_wait,
    reference_id: row.reference_id,
    utr_number: row.utr_number,
  }));
}
