import type { WalletTransaction } from "@rokad/contract/wallet";
import { add, money, subtract, type Money } from "@rokad/money/money";

export interface TransactionTotals {
  credits: Money;
  debits: Money;
  net: Money;
  successes: number;
  /** In whole percent of the rows; null without rows. */
  successRate: number | null;
}

/** Totals of the loaded page, for the cards. A failed or cancelled debit was refunded, so it is left out. */
export function sumTransactions(rows: readonly WalletTransaction[]): TransactionTotals {
  const counted = rows.filter(({ status }) => status !== "failed" && status !== "cancelled");
  const credits = sumAmounts(counted.filter(({ type }) => type === "credit"));
  const debits = sumAmounts(counted.filter(({ type }) => type === "debit"));
  const successes = rows.filter(({ status }) => status === "success").length;
  return {
    credits,
    debits,
    net: subtract(credits, debits),
    successes,
    successRate: rows.length === 0 ? null : Math.round((successes * 100) / rows.length),
  };
}

function sumAmounts(rows: readonly WalletTransaction[]): Money {
  return rows.reduce((total, { amount }) => add(total, amount), money(0));
}

/** Green above 0, red below 0, grey at exactly 0. */
export function toneOfNet({ amount }: Money): "good" | "bad" | "muted" {
  return amount === 0 ? "muted" : amount > 0 ? "good" : "bad";
}
