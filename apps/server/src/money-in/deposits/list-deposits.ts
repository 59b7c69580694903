import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import type { Tenant } from "../../kernel/person.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { PageRequest } from "../../rollups/find-page-range.ts";
import { asDeposit } from "./deposit.ts";
import { idsOfPage, pageDeposits } from "./page-deposits.ts";
import { selectByIds, type DepositFilter, type DepositStatus } from "./queries.ts";
import { countOf, type DepositTotals } from "./total-deposits.ts";

export async function listDeposits(tenant: Tenant, filter: DepositFilter & PageRequest) {
  const db = await replicaOrPrimary();
  const { rows, totals } = await pageDeposits(
    db,
    { tenantId: tenant.tenantId, filter },
    selectByIds(db, idsOfPage),
  );
  return { data: rows.map(asDeposit), ...countsOf(filter, totals) };
}

/**
 * The summary covers every status, so it follows the filter's UTR and days but not its status. The
 * page and its total follow the whole filter.
 */
function countsOf(filter: DepositFilter & PageRequest, totals: DepositTotals) {
  const total = countOf(filter, totals);
  const card = (status: DepositStatus) => ({
    total_amount: inr(totals[`${status}_paise`]),
    count: Number(totals[`${status}_count`]),
  });
  return {
    pagination: pageOf(filter, total),
    total: Number(total),
    summary: {
      totals_by_status: {
        pending: card("pending"),
        completed: card("completed"),
        failed: card("failed"),
      },
    },
  };
}
