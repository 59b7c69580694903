import { pickListedFields } from "@rokad/contract/payout-fields";
import type { Payout } from "@rokad/contract/payouts";
import { fundsFilters, type FundsFilter } from "@rokad/contract/waiting-for-funds";
import type { Db } from "../../database/db.ts";
import { readSnapshot } from "../../database/read-snapshot.ts";
import type { PageRequest } from "../../rollups/find-page-range.ts";
import {
  describeWait,
  selectWaits,
  totalWaits,
  type WaitRow,
} from "../funds-queue/select-waits.ts";
import type { PayoutTotals } from "./total-payouts.ts";
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
  const { data, totals } = await readPage(tenant, filter, page);
  return {
    data,
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

/**
 * Those that wait for funds come first: they are created after all others. Where some do, one snapshot
 * has both lists, so a payout that is funded meanwhile is in exactly one.
 */
async function readPage(
  tenant: Tenant,
  filter: PayoutFilter,
  page: { page: number; limit: number },
): Promise<{ data: Payout[]; totals: PayoutTotals }> {
  const db = await replicaOrPrimary();
  const waits = await totalWaits(db, tenant, filter);
  const isOfWaits = isFundsFilter(filter.status);
  if (waits.count === 0n && !isOfWaits) return readPayouts(db, tenant, filter, page);
  return readSnapshot(async (snapshot) => {
    const { count, amount, charges } = await totalWaits(snapshot, tenant, filter);
    const skip = (page.page - 1) * page.limit;
    const rows = await selectWaits(snapshot, tenant, filter, { skip, limit: page.limit });
    const first = rows.map((row) => asPayout(tenant, row));
    const rest = isOfWaits
      ? { data: [], totals: noTotals }
      : await readPayouts(snapshot, tenant, filter, {
          ...page,
          limit: page.limit - first.length,
          skip: Math.max(skip - Number(count), 0),
        });
    const isWaiting = filter.status !== "not_funded";
    return {
      data: [...first, ...rest.data],
      totals: {
        ...rest.totals,
        count: rest.totals.count + count,
        amount: rest.totals.amount + amount,
        // What was not funded was not charged.
        charges: rest.totals.charges + (isWaiting ? charges : 0n),
        pending: rest.totals.pending + (isWaiting ? count : 0n),
      },
    };
  });
}

const noTotals = { count: 0n, amount: 0n, returned: 0n, charges: 0n, success: 0n, pending: 0n };

export function isFundsFilter(status: PayoutFilter["status"]): status is FundsFilter {
  return fundsFilters.some((filter) => filter === status);
}

async function readPayouts(db: Db, tenant: Tenant, filter: PayoutFilter, page: PageRequest) {
  const { rows, totals } = await pagePayouts(db, tenant, filter, page);
  return { data: rows.map((row) => asPayout(tenant, row)), totals };
}

/**
 * A payout as its payer sees it, with the full account number that the payer entered. One that waits
 * for funds has its place among them.
 */
export function asPayout(tenant: Tenant, row: PayoutRow | WaitRow): Payout {
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
    waiting_for_funds: "place" in row ? describeWait(row) : null,
  };
}
