import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";

interface Sum {
  readonly count: number;
  readonly amount: Money;
}

/** "3 payouts, ₹1,500.00", or "None". */
export function sumWords({ count, amount }: Sum): string {
  if (count === 0) return "None";
  return `${payoutsWord(count)}, ${formatMoney(amount)}`;
}

/** "1 payout", "1,234 payouts". */
export function payoutsWord(count: number): string {
  return count === 1 ? "1 payout" : `${count.toLocaleString("en-IN")} payouts`;
}
