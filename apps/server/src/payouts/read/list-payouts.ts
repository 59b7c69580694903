import { pickListedFields } from "@rokad/contract/payout-fields";
import type { Payout } from "@rokad/contract/payouts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import { destinationForPayer } from "../destination.ts";
import { returnedAmount, returnedCharges } from "../returned-money.ts";
import { pagePayouts } from "./page-payouts.ts";
import type { PayoutFilter, PayoutRow } from "../queries.ts";

/** A page of the tenant's payouts with the totals of the whole filter. */
export async function listPayouts(
  tenant: Tenant,
  filter: PayoutFilter,
  page: { page: number; limit: number },
) {
  const { rows, totals } = await pagePayouts(await replicaOrPrimary(), tenant, filter, page);
  return {
    data: rows.map((row) => asPayout(tenant, row)),
    pagination: pageOf(page, totals.count),
    total: Number(totals.count),
    summary: {
      total_amount: inr(totals.amount),
      total_returned: inr(totals.returned),
      total_charges: inr(totals.charges),
      success_count: Number(totals.success),
      pending_count: Number(totals.pending),
    },
  };
}

/** A payout as its payer sees it, with the full account number that the payer entered. */
export function asPayout(tenant: Tenant, row: PayoutRow): Payout {
  const destination = destinationForPayer(tenant, row);
  return {
    id: row.id,
    kind: row.payout_kind,
    created_at: row.created_at.toISOString(),
    method: row.method,
    amount: inr(row.amount_paise),
    txn_fee: inr(row.fee_paise),
    gst_amount: inr(row.gst_paise),
    returned_amount: inr(returnedAmount(row)),
    returned_charges: inr(returnedCharges(row)),
    status: row.status,
    ...pickListedFields(row),
    bank_name: row.bank_name,
    account_number: row.method === "imps" ? destination : null,
    ifsc_code: row.ifsc_code,
    upi_id: row.method === "upi" ? destination : null,
    reference_id: row.reference_id,
    utr_number: row.utr_number,
    failure_reason: row.failure_reason,
  };
}
