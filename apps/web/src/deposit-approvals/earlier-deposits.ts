import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import { formatDay } from "../ui/dates.ts";

type Earlier = ReviewedDeposit["earlier"];

/** The server stops counting here. */
const countMax = 1_000;

/** "4 completed, 1 failed earlier". */
export function describeEarlierDeposits({ completed, failed, last }: Earlier): string {
  if (!last) return t`no earlier deposits`;
  const parts = [
    completed > 0 && t`${formatCount(completed)} completed`,
    failed > 0 && t`${formatCount(failed)} failed`,
  ];
  const outcomes = parts.filter((part) => part !== false).join(", ");
  return outcomes ? t`${outcomes} earlier` : t`earlier deposits are waiting`;
}

/** "₹5,000.00 on 20 Nov 2026, completed". */
export function describeLastDeposit({ last }: Earlier): string | undefined {
  return last
    ? t`${formatMoney(last.amount)} on ${formatDay(last.created_at)}, ${last.status}`
    : undefined;
}

function formatCount(count: number): string {
  return count.toLocaleString("en-IN") + (count >= countMax ? t` or more` : "");
}
