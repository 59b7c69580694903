import type { PayoutSums } from "@rokad/contract/payout-analytics";
import { inr } from "../../kernel/money.ts";
import { successRate } from "./success-rate.ts";

/** Totals of a group of payouts; amounts in paise. */
export interface AnalyticsTotals {
  /** Amount and number of payouts that have not failed. */
  readonly volume: bigint;
  readonly count: bigint;
  readonly successes: bigint;
  readonly failures: bigint;
  readonly fees: bigint;
  readonly gst: bigint;
}

export const zeroTotals: AnalyticsTotals = {
  volume: 0n,
  count: 0n,
  successes: 0n,
  failures: 0n,
  fees: 0n,
  gst: 0n,
};

export function addTotals(list: readonly AnalyticsTotals[]): AnalyticsTotals {
  return list.reduce(
    (total, each) => ({
      volume: total.volume + each.volume,
      count: total.count + each.count,
      successes: total.successes + each.successes,
      failures: total.failures + each.failures,
      fees: total.fees + each.fees,
      gst: total.gst + each.gst,
    }),
    zeroTotals,
  );
}

/** Totals as the API returns them; the success rate covers finished payouts only. */
export function asPayoutSums(totals: AnalyticsTotals): PayoutSums {
  return {
    volume: inr(totals.volume),
    count: Number(totals.count),
    success_count: Number(totals.successes),
    failed_count: Number(totals.failures),
    success_rate: successRate(totals.successes, totals.successes + totals.failures),
    fees: inr(totals.fees),
    gst: inr(totals.gst),
  };
}
