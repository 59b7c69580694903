import type { Answer } from "@rokad/contract/call";
import type { listDeposits } from "@rokad/contract/deposits";
import { add, type Money } from "@rokad/money/money";

type Totals = Answer<typeof listDeposits>["summary"]["totals_by_status"];

export interface DepositTotals {
  amount: Money;
  count: number;
  /** Completed requests among all, in whole percent; null without requests. */
  successRate: number | null;
}

/** The total of all statuses. */
export function sumDeposits({ pending, completed, failed }: Totals): DepositTotals {
  const count = pending.count + completed.count + failed.count;
  return {
    amount: add(add(pending.total_amount, completed.total_amount), failed.total_amount),
    count,
    successRate: count === 0 ? null : Math.round((completed.count * 100) / count),
  };
}
