import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { t } from "../../super-admin-language.ts";

interface Total {
  readonly count: number;
  readonly amount: Money;
}

/** "3 payouts, ₹1,500.00", or "None". */
export function describeTotal({ count, amount }: Total): string {
  if (count === 0) return t`None`;
  return `${formatPayoutCount(count)}, ${formatMoney(amount)}`;
}

/** "1 payout", "1,234 payouts". */
export function formatPayoutCount(count: number): string {
  return count === 1 ? t`1 payout` : t`${count.toLocaleString("en-IN")} payouts`;
}
