import { inr } from "../money.ts";
import { pageOf } from "../page.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { asDeposit } from "./deposit.ts";
import {
  countOf,
  selectOwn,
  sumOwnByStatus,
  type DepositFilter,
  type DepositStatus,
  type StatusSums,
} from "./queries.ts";

type Paged = DepositFilter & { readonly page: number; readonly limit: number };

export async function listDeposits(tenant: Tenant, filter: Paged) {
  const db = await reading();
  const [rows, sums] = await Promise.all([
    selectOwn(db, tenant, filter),
    sumOwnByStatus(db, tenant, filter),
  ]);
  return { data: rows.map(asDeposit), ...countsOf(filter, sums) };
}

/**
 * The screen's cards show each status beside the others, so they follow the filter's UTR and
 * days but not its status; the page and its total follow all of the filter.
 */
function countsOf(filter: Paged, sums: StatusSums) {
  const total = countOf(filter, sums);
  const card = (status: DepositStatus) => {
    const sum = sums.find((each) => each.status === status);
    return { total_amount: inr(sum?.paise ?? 0n), count: Number(sum?.count ?? 0n) };
  };
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
