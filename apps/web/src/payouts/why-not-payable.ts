import { formatMoney } from "@rokad/money/format";
import { money, subtract, type Money } from "@rokad/money/money";
import type { Quote } from "./quote.ts";

/**
 * Said under the amount before anyone asks the server, whose word counts: the method's cap, and
 * what the wallet covers after the charges. Undefined when nothing speaks against it.
 */
export function whyNotPayable(
  { amount, total }: Quote,
  balance: Money | undefined,
  cap: { max: Money },
): string | undefined {
  if (amount.amount > cap.max.amount) {
    return `The most by this method is ${formatMoney(cap.max, { trailingZeros: false })}`;
  }
  if (!balance || total.amount <= balance.amount) return undefined;
  const most = subtract(balance, subtract(total, amount));
  if (most.amount <= 0)
    return "Your wallet does not cover this payout and its charges. Add funds first.";
  return `Your wallet covers ${formatMoney(money(most.amount))} at most, after the charges`;
}
