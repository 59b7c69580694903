import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { formatDay } from "../ui/dates.ts";

type Earlier = ReviewedDeposit["earlier"];

/** The server stops counting here. */
const countMost = 1_000;

/** "4 completed, 1 failed before". */
export function earlierOf({ completed, failed, last }: Earlier): string {
  if (!last) return "nothing before";
  const parts = [
    completed > 0 && `${many(completed)} completed`,
    failed > 0 && `${many(failed)} failed`,
  ];
  const told = parts.filter((part) => part !== false).join(", ");
  return told ? `${told} before` : "only waiting ones before";
}

/** "₹5,000.00 on 20 Nov 2026, completed". */
export function lastOf({ last }: Earlier): string | undefined {
  return last
    ? `${formatMoney(last.amount)} on ${formatDay(last.created_at)}, ${last.status}`
    : undefined;
}

function many(count: number): string {
  return count.toLocaleString("en-IN") + (count >= countMost ? " or more" : "");
}
