import type { PayoutDay } from "@rokad/contract/payout-analytics";
import { formatMoney, formatMoneyShort } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import type { Reading } from "../ui/charts/time-chart.tsx";
import type { ChartTone } from "../ui/charts/tones.ts";
import { formatWeekday } from "../ui/dates.ts";

interface Metric {
  /** The chart's accessible name. */
  readonly label: string;
  /** Stacked from the bottom. */
  readonly series: readonly { readonly label: string; readonly tone: ChartTone }[];
  /** One value per series; null for no data. */
  readonly valuesOf: (day: PayoutDay) => readonly (number | null)[];
  readonly readingOf: (day: PayoutDay) => Reading;
  readonly formatTick: (value: number) => string;
  readonly whole?: boolean;
  /** A fixed maximum, for a rate. */
  readonly top?: number;
}

export type MetricName = "volume" | "payouts" | "rate" | "charges";

const money = (paise: number) => formatMoneyShort({ amount: Math.round(paise), currency: "INR" });
const number = (value: number) => value.toLocaleString("en-IN");

/** The metrics of a day that the chart can show. */
export const metrics: Record<MetricName, Metric> = {
  volume: {
    label: "Volume by day",
    series: [{ label: "Volume", tone: "brand" }],
    valuesOf: ({ volume }) => [volume.amount],
    readingOf: ({ day, volume, count }) => ({
      title: formatWeekday(day),
      lines: [
        { label: "Volume", value: formatMoney(volume), tone: "brand" },
        { label: "Payouts", value: number(count) },
      ],
    }),
    formatTick: money,
  },
  payouts: {
    label: "Payouts by day",
    series: [
      { label: "Successful", tone: "good" },
      { label: "In progress", tone: "info" },
      { label: "Failed", tone: "bad" },
    ],
    valuesOf: (day) => [day.success_count, inProgressCount(day), day.failed_count],
    readingOf: (day) => ({
      title: formatWeekday(day.day),
      lines: [
        { label: "Successful", value: number(day.success_count), tone: "good" },
        { label: "In progress", value: number(inProgressCount(day)), tone: "info" },
        { label: "Failed", value: number(day.failed_count), tone: "bad" },
      ],
    }),
    formatTick: number,
    whole: true,
  },
  rate: {
    label: "Success rate by day",
    series: [{ label: "Successful, of completed payouts", tone: "good" }],
    valuesOf: (day) => [day.success_rate],
    readingOf: (day) => ({
      title: formatWeekday(day.day),
      lines: [
        { label: "Success rate", value: percent(day.success_rate), tone: "good" },
        {
          label: "Successful",
          value: `${number(day.success_count)} of ${number(day.success_count + day.failed_count)}`,
        },
      ],
    }),
    formatTick: (value) => `${value}%`,
    top: 100,
  },
  charges: {
    label: "Fees and GST by day",
    series: [
      { label: "Platform fees", tone: "brand" },
      { label: "GST", tone: "info" },
    ],
    valuesOf: ({ fees, gst }) => [fees.amount, gst.amount],
    readingOf: ({ day, fees, gst }) => ({
      title: formatWeekday(day),
      lines: [
        { label: "Platform fees", value: formatMoney(fees), tone: "brand" },
        { label: "GST", value: formatMoney(gst), tone: "info" },
        { label: "Total", value: formatMoney(add(fees, gst)) },
      ],
    }),
    formatTick: money,
  },
};

/** Payouts that have neither succeeded nor failed yet. */
export function inProgressCount({
  count,
  success_count: successCount,
}: Pick<PayoutDay, "count" | "success_count">) {
  return count - successCount;
}

export function percent(rate: number | null): string {
  return rate === null ? "–" : `${rate}%`;
}
