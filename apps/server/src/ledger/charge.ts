import type { Line } from "./posting.ts";

/** The cost of a payout: the amount for the beneficiary, the fee, and the GST on the fee. */
export interface Charge {
  readonly walletId: string;
  readonly payoutId: string;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  /** The hold of its payment request, over the same total, which the payout takes over. */
  readonly requestHoldId?: string | undefined;
}

/** Amount + fee + GST. */
export function totalOf(charge: Pick<Charge, "amountPaise" | "feePaise" | "gstPaise">): bigint {
  return charge.amountPaise + charge.feePaise + charge.gstPaise;
}

/** A payout without a fee has no fee line, because an entry is never zero. */
export function platformLines(
  charge: Pick<Charge, "amountPaise" | "feePaise" | "gstPaise">,
  sign: 1n | -1n,
): Line[] {
  const lines: Line[] = [
    { account: "provider", paise: sign * charge.amountPaise },
    { account: "fee_income", paise: sign * charge.feePaise },
    { account: "gst_payable", paise: sign * charge.gstPaise },
  ];
  return lines.filter((line) => line.paise !== 0n);
}
