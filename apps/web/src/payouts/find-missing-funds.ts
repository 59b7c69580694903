import type { WalletBalance } from "@rokad/contract/wallet";
import { add, money, subtract, type Money } from "@rokad/money/money";

/**
 * What the wallet lacks for a payout of this total, those that wait before it included, if it will
 * wait for funds. Undefined if it is covered, or if payouts do not wait.
 */
export function findMissingFunds(
  wallet: Pick<WalletBalance, "main_balance" | "funds_queue"> | undefined,
  total: Money | undefined,
): Money | undefined {
  if (!wallet?.funds_queue.is_on || !total) return undefined;
  const { main_balance: balance, funds_queue: queue } = wallet;
  const missing = subtract(add(queue.total, total), balance);
  if (queue.count === 0 && missing.amount <= 0) return undefined;
  return money(Math.max(missing.amount, 0));
}
