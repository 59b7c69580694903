import type { Payout } from "@rokad/contract/payouts";
import { inr } from "../money.ts";
import { pageOf } from "../page.ts";
import { reading } from "../replica.ts";
import type { Tenant } from "../sign-in/person.ts";
import { wholeDestination } from "./destination.ts";
import { pagePayouts } from "./page-payouts.ts";
import type { PayoutFilter, PayoutRow } from "./queries.ts";

/** A page of the tenant's payouts with the whole filter's totals. */
export async function listPayouts(
  tenant: Tenant,
  filter: PayoutFilter,
  page: { page: number; limit: number },
) {
  const { rows, totals } = await pagePayouts(await reading(), tenant, filter, page);
  return {
    data: rows.map((row) => asPayout(tenant, row)),
    pagination: pageOf(page, totals.count),
    total: Number(totals.count),
    summary: {
      total_amount: inr(totals.amount),
      total_charges: inr(totals.charges),
      success_count: Number(totals.success),
      pending_count: Number(totals.pending),
    },
  };
}

/** A payout as its payer sees it. The account is whole here: it is the payer's own entry. */
export function asPayout(tenant: Tenant, row: PayoutRow): Payout {
  const destination = wholeDestination(tenant, row);
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    method: row.method,
    amount: inr(row.amount_paise),
    txn_fee: inr(row.fee_paise),
    gst_amount: inr(row.gst_paise),
    status: row.status,
    beneficiary_name: row.beneficiary_name,
    bank_name: row.bank_name,
    account_number: row.method === "imps" ? destination : null,
    ifsc_code: row.ifsc_code,
    upi_id: row.method === "upi" ? destination : null,
    reference_id: row.reference_id,
    utr_number: row.utr_number,
    failure_reason: row.failure_reason,
  };
}
