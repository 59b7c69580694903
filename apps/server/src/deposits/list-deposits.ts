import { database } from "../db.ts";
import { inr } from "../money.ts";
import { pageOf } from "../page.ts";
import type { Tenant } from "../sign-in/person.ts";
import { asDeposit, asReviewedDeposit } from "./deposit.ts";
import {
  selectForReview,
  selectOwn,
  sumByStatus,
  sumOwnByStatus,
  type DepositFilter,
} from "./queries.ts";

type Paged = DepositFilter & { readonly page: number; readonly limit: number };
type Sums = Awaited<ReturnType<typeof sumByStatus>>;

export async function listDeposits(tenant: Tenant, filter: Paged) {
  const db = database();
  const [rows, sums] = await Promise.all([
    selectOwn(db, tenant, filter),
    sumOwnByStatus(db, tenant, filter),
  ]);
  return { data: rows.map(asDeposit), ...countsOf(filter, sums) };
}

export async function listDepositsForReview(filter: Paged) {
  const db = database();
  const [rows, sums] = await Promise.all([selectForReview(db, filter), sumByStatus(db, filter)]);
  return { data: rows.map(asReviewedDeposit), ...countsOf(filter, sums) };
}

/**
 * The screen's cards show each status beside the others, so they follow the filter's UTR and
 * days but not its status; the page and its total follow all of the filter.
 */
function countsOf(filter: Paged, sums: Sums) {
  const of = (status: "pending" | "completed" | "failed") =>
    sums.find((sum) => sum.status === status);
  const { status = "all" } = filter;
  const total =
    status === "all" ? sums.reduce((all, sum) => all + sum.count, 0n) : (of(status)?.count ?? 0n);
  const card = (sum: Sums[number] | undefined) => ({
    total_amount: inr(sum?.paise ?? 0n),
    count: Number(sum?.count ?? 0n),
  });
  return {
    pagination: pageOf(filter, total),
    total: Number(total),
    summary: {
      totals_by_status: {
        pending: card(of("pending")),
        completed: card(of("completed")),
        failed: card(of("failed")),
      },
    },
  };
}
