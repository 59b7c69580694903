import type { Payout } from "@rokad/contract/payouts";
import { add, money, subtract, type Money } from "@rokad/money/money";

export interface PageTotals {
  amount: Money;
  /** Fees and GST without failed and cancelled payouts, whose charges are refunded. */
  charges: Money;
  successes: number;
  /** Successes among the page's rows, in whole percent; null without rows. */
  successRate: number | null;
  /** Number of pending and processing payouts. */
  open: number;
}

/** Totals of the loaded page, for the cards above the list. */
export function sumPage(rows: readonly Payout[]): PageTotals {
  const successes = rows.filter(({ status }) => status === "success").length;
  return {
    amount: sum(rows.map((row) => row.amount)),
    charges: sum(
      rows
        .filter(({ status }) => status !== "failed" && status !== "cancelled")
        .map((row) => subtract(add(row.txn_fee, row.gst_amount), row.returned_charges)),
    ),
    successes,
    successRate: rows.length === 0 ? null : Math.round((successes * 100) / rows.length),
    open: rows.filter(({ status }) => status === "pending" || status === "processing").length,
  };
}

function sum(amounts: readonly Money[]): Money {
  return amounts.reduce((total, amount) => add(total, amount), money(0));
}
