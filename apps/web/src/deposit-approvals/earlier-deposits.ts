import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { formatDay } from "../ui/dates.ts";

type Earlier = ReviewedDeposit["earlier"];

/** The server stops counting here. */
const countMax = 1_000;

/** "4 completed, 1 failed earlier". */
export function describeEarlierDeposits({ completed, failed, last }: Earlier): string {
  if (!last) return "no earlier deposits";
  const parts = [
    completed > 0 && `${formatCount(completed)} completed`,
    failed > 0 && `${formatCount(failed)} failed`,
  ];
  const outcomes = parts.filter((part) => part !== false).join(", ");
  return outcomes ? `${outcomes} earlier` : "earlier deposits are waiting";
}

/** "₹5,000.00 on 20 Nov 2026, completed". */
export function describeLastDeposit({ last }: Earlier): string | undefined {
  return last
    ? `${formatMoney(last.amount)} on ${formatDay(last.created_at)}, ${last.status}`
    : undefined;
}

function formatCount(count: number): string {
  return count.toLocaleString("en-IN") + (count >= countMax ? " or more" : "");
}
