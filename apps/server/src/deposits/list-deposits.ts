import { inr } from "../money.ts";
import { pageOf } from "../page.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import type { Paged } from "../sums/locate-page.ts";
import { asDeposit } from "./deposit.ts";
import { idsOfPage, pageDeposits } from "./page-deposits.ts";
import { selectByIds, type DepositFilter, type DepositStatus } from "./queries.ts";
import { countOf, type DepositTotals } from "./total-deposits.ts";

export async function listDeposits(tenant: Tenant, filter: DepositFilter & Paged) {
  const db = await reading();
  const { rows, totals } = await pageDeposits(
    db,
    { personId: tenant.id, filter },
    selectByIds(db, idsOfPage),
  );
  return { data: rows.map(asDeposit), ...countsOf(filter, totals) };
}

/**
 * The screen's cards show each status beside the others, so they follow the filter's UTR and
 * days but not its status; the page and its total follow all of the filter.
 */
function countsOf(filter: DepositFilter & Paged, totals: DepositTotals) {
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
