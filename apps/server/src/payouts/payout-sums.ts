import type { PayoutSums } from "@rokad/contract/payout-analytics";
import { inr } from "../money.ts";
import { successRate } from "./success-rate.ts";

/** What some payouts come to; amounts in paise. */
export interface Sums {
  /** What was asked for and has not failed, and how many payouts that are. */
  readonly volume: bigint;
  readonly count: bigint;
  readonly successes: bigint;
  readonly failures: bigint;
  readonly fees: bigint;
  readonly gst: bigint;
}

export const nothing: Sums = {
  volume: 0n,
  count: 0n,
  successes: 0n,
  failures: 0n,
  fees: 0n,
  gst: 0n,
};

export function addSums(all: readonly Sums[]): Sums {
  return all.reduce(
    (total, sums) => ({
      volume: total.volume + sums.volume,
      count: total.count + sums.count,
      successes: total.successes + sums.successes,
      failures: total.failures + sums.failures,
      fees: total.fees + sums.fees,
      gst: total.gst + sums.gst,
    }),
    nothing,
  );
}

/** As the calls answer them; the success rate is of those that reached an end. */
export function asPayoutSums(sums: Sums): PayoutSums {
  return {
    volume: inr(sums.volume),
    count: Number(sums.count),
    success_count: Number(sums.successes),
    failed_count: Number(sums.failures),
    success_rate: successRate(sums.successes, sums.successes + sums.failures),
    fees: inr(sums.fees),
    gst: inr(sums.gst),
  };
}
