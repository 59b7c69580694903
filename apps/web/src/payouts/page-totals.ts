import type { Payout } from "@rokad/contract/payouts";
import { add, money, type Money } from "@rokad/money/money";

export interface PageTotals {
  amount: Money;
  /** Fees and GST of what has not failed: a failed payout's come back. */
  charges: Money;
  successes: number;
  /** Of all rows of the page, in whole percent; null for a page without rows. */
  successRate: number | null;
  /** Pending and processing: what has no end yet. */
  open: number;
}

/** What the cards above the payouts say of the rows on the screen. */
export function pageTotals(rows: readonly Payout[]): PageTotals {
  const successes = rows.filter(({ status }) => status === "success").length;
  return {
    amount: sum(rows.map((row) => row.amount)),
    charges: sum(
      rows
        .filter(({ status }) => status !== "failed")
        .map((row) => add(row.txn_fee, row.gst_amount)),
    ),
    successes,
    successRate: rows.length === 0 ? null : Math.round((successes * 100) / rows.length),
    open: rows.filter(({ status }) => status === "pending" || status === "processing").length,
  };
}

function sum(amounts: readonly Money[]): Money {
  return amounts.reduce((total, amount) => add(total, amount), money(0));
}
