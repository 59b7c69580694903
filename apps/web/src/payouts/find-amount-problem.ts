import { formatMoney } from "@rokad/money/format";
import { money, subtract, type Money } from "@rokad/money/money";
import { t } from "../language.ts";
import type { Quote } from "./quote-payout.ts";

/**
 * An early check under the amount field: the method's limit, and the balance after charges. The
 * server checks again. Undefined if the amount can be paid or the balance is not loaded.
 */
export function findAmountProblem(
  { amount, total }: Quote,
  balance: Money | undefined,
  cap: { max: Money },
): string | undefined {
  if (amount.amount > cap.max.amount) {
    return t`The limit for this method is ${formatMoney(cap.max, { trailingZeros: false })}`;
  }
  if (!balance || total.amount <= balance.amount) return undefined;
  const most = subtract(balance, subtract(total, amount));
  if (most.amount <= 0)
    return t`Your balance does not cover this payout and its charges. Add funds first.`;
  return t`You can send up to ${formatMoney(money(most.amount))} after charges`;
}
