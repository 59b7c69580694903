import type { PlatformConfig } from "@rokad/contract/platform";
import { add, money, type Money } from "@rokad/money/money";
import { percentOf } from "@rokad/money/rupees";

export interface Quote {
  amount: Money;
  fee: Money;
  gst: Money;
  /** What leaves the wallet. */
  total: Money;
}

/**
 * What a payout costs, by the server's own rule: the flat fee, and GST on the fee rounded half up
 * to a paisa. What the server quotes with the code outweighs it.
 */
export function quotePayout(
  amount: Money,
  { txn_fees: fee, gst_percent: percent }: Pick<PlatformConfig, "txn_fees" | "gst_percent">,
): Quote {
  const gst = money(Number(percentOf(BigInt(fee.amount), percent)));
  return { amount, fee, gst, total: add(add(amount, fee), gst) };
}
