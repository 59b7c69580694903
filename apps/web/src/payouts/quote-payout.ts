import type { PlatformConfig } from "@rokad/contract/platform";
import { add, money, type Money } from "@rokad/money/money";
import { percentOf } from "@rokad/money/rupees";

export interface Quote {
  amount: Money;
  fee: Money;
  gst: Money;
  /** Amount, fee and GST: what the wallet pays. */
  total: Money;
}

/**
 * A payout's cost by the server's rule: the flat fee, and GST on the fee rounded half up to a
 * paisa. The server's quote, sent with the OTP, replaces this one.
 */
export function quotePayout(
  amount: Money,
  { txn_fees: fee, gst_percent: percent }: Pick<PlatformConfig, "txn_fees" | "gst_percent">,
): Quote {
  const gst = money(Number(percentOf(BigInt(fee.amount), percent)));
  return { amount, fee, gst, total: add(add(amount, fee), gst) };
}
