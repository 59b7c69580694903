import type { OpenChargeback } from "@rokad/contract/chargebacks";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";

const chargebacksAtMost = 50;

interface Row {
  readonly id: string;
  readonly adapter: string;
  readonly reference: string;
  readonly amount_paise: bigint;
  readonly credited_paise: bigint;
  readonly tenant_id: string | null;
  readonly tenant_name: string | null;
  readonly deposit_id: string | null;
  readonly utr: string | null;
  readonly why: string | null;
  readonly created_at: Date;
}

/** Chargebacks that no proposal is about and a person has to decide, oldest first. */
export async function listOpenChargebacks(db: Db): Promise<OpenChargeback[]> {
  const { rows } = await sql<Row>`
    select chargeback.id, chargeback.adapter, chargeback.reference, chargeback.amount_paise,
      credit.amount_paise as credited_paise, tenants.id as tenant_id, tenants.name as tenant_name,
      deposits.id as deposit_id, coalesce(deposits.utr_reference, credit.utr_reference) as utr, why,
      chargeback.created_at
    from credit_chargebacks as chargeback
    join incoming_credits as credit on credit.id = incoming_credit_id
    left join deposits on deposits.id = credit.deposit_id
    left join tenants on tenants.id = deposits.tenant_id and tenants.closed_at is null
    where chargeback.state = 'contradiction' and not exists (
      select from adjustments where chargeback_id = chargeback.id and state = 'proposed'
    )
    order by chargeback.created_at limit ${chargebacksAtMost}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    provider: row.adapter,
    reference: row.reference,
    amount: inr(row.amount_paise),
    credited: inr(row.credited_paise),
    tenant: row.tenant_id === null ? null : { id: row.tenant_id, name: row.tenant_name ?? "" },
    deposit_id: row.tenant_id === null ? null : row.deposit_id,
    utr_reference: row.utr,
    why: row.why ?? "",
    created_at: row.created_at.toISOString(),
  }));
}
