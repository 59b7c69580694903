import type { Payout } from "@rokad/contract/payouts";
import { add, money, type Money } from "@rokad/money/money";
import { isRefunded, keptCharges } from "./payout-states.ts";

export interface PageTotals {
  /** Without refunded payouts, unless the list has no others. */
  amount: Money;
  /** Fees and GST that the payer has not got back. */
  charges: Money;
  successes: number;
  /** Successes among the page's rows, in whole percent; null without rows. */
  successRate: number | null;
  /** Number of pending and processing payouts. */
  open: number;
}

/**
 * Totals of the loaded page, for the cards above the list. Amount and charges add up the same payouts.
 * @param isOfRefunded whether the list is filtered to payouts that failed or were cancelled.
 */
export function sumPage(rows: readonly Payout[], isOfRefunded = false): PageTotals {
  const successes = rows.filter(({ status }) => status === "success").length;
  const counted = rows.filter((row) => isOfRefunded || !isRefunded(row));
  return {
    amount: sum(counted.map((row) => row.amount)),
    charges: sum(counted.map(keptCharges)),
    successes,
    successRate: rows.length === 0 ? null : Math.round((successes * 100) / rows.length),
    open: rows.filter(({ status }) => status === "pending" || status === "processing").length,
  };
}

function sum(amounts: readonly Money[]): Money {
  return amounts.reduce((total, amount) => add(total, amount), money(0));
}
