import type { PlatformAnalytics, PlatformSums } from "@rokad/contract/platform-analytics";
import { formatMoney, formatMoneyShort } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import type { Reading } from "../ui/charts/time-chart.tsx";
import type { ChartTone } from "../ui/charts/tones.ts";
import { formatWeekday } from "../ui/dates.ts";

type Day = PlatformAnalytics["by_day"][number];

interface Metric {
  readonly label: string;
  /** Stacked from the bottom. */
  readonly series: readonly { readonly label: string; readonly tone: ChartTone }[];
  /** One value for each series; null where there is nothing to tell. */
  readonly valuesOf: (day: Day) => readonly (number | null)[];
  readonly linesOf: (day: Day) => Reading["lines"];
  readonly formatTick: (value: number) => string;
  readonly whole?: boolean;
  /** A fixed upper end, where the figure has one. */
  readonly top?: number;
}

export const metricNames = ["volume", "payouts", "rate", "earned"] as const;
export type MetricName = (typeof metricNames)[number];

const money = (paise: number) => formatMoneyShort({ amount: Math.round(paise), currency: "INR" });
const number = (value: number) => value.toLocaleString("en-IN");

/** What can be drawn of a day, as data. */
export const metrics: Record<MetricName, Metric> = {
  volume: {
    label: "Volume",
    series: [{ label: "Volume of each day", tone: "brand" }],
    valuesOf: ({ volume }) => [volume.amount],
    linesOf: ({ volume, count }) => [
      { label: "Volume", value: formatMoney(volume), tone: "brand" },
      { label: "Payouts", value: number(count) },
    ],
    formatTick: money,
  },
  payouts: {
    label: "Payouts",
    series: [
      { label: "Successful", tone: "good" },
      { label: "Under way", tone: "info" },
      { label: "Failed", tone: "bad" },
    ],
    valuesOf: (day) => [day.success_count, underWay(day), day.failed_count],
    linesOf: (day) => [
      { label: "Successful", value: number(day.success_count), tone: "good" },
      { label: "Under way", value: number(underWay(day)), tone: "info" },
      { label: "Failed", value: number(day.failed_count), tone: "bad" },
    ],
    formatTick: number,
    whole: true,
  },
  rate: {
    label: "Success rate",
    series: [{ label: "Successful, of the payouts that reached an end", tone: "good" }],
    valuesOf: ({ success_rate: rate }) => [rate],
    linesOf: (day) => [
      { label: "Success rate", value: percent(day.success_rate), tone: "good" },
      {
        label: "Successful",
        value: `${number(day.success_count)} of ${number(day.success_count + day.failed_count)}`,
      },
    ],
    formatTick: (value) => `${value}%`,
    top: 100,
  },
  earned: {
    label: "Fees and GST",
    series: [
      { label: "Fees earned", tone: "brand" },
      { label: "GST due", tone: "info" },
    ],
    // A day that gives back more than it earns has no bar: the table has its figure.
    valuesOf: ({ fees, gst }) => [Math.max(fees.amount, 0), Math.max(gst.amount, 0)],
    linesOf: ({ fees, gst }) => [
      { label: "Fees earned", value: formatMoney(fees), tone: "brand" },
      { label: "GST due", value: formatMoney(gst), tone: "info" },
      { label: "Together", value: formatMoney(add(fees, gst)) },
    ],
    formatTick: money,
  },
};

/** Neither failed nor successful yet. */
export function underWay({ count, success_count: done }: PlatformSums): number {
  return count - done;
}

export function percent(rate: number | null): string {
  return rate === null ? "–" : `${rate}%`;
}

export const dayHeaders = [
  "Day",
  "Volume",
  "Successful",
  "Under way",
  "Failed",
  "Success rate",
  "Fees earned",
  "GST due",
] as const;

/** The days as a table reads them, newest first. */
export function dayRows(days: readonly Day[]): string[][] {
  return days
    .toReversed()
    .map((day) => [
      formatWeekday(day.day),
      formatMoney(day.volume),
      number(day.success_count),
      number(underWay(day)),
      number(day.failed_count),
      percent(day.success_rate),
      formatMoney(day.fees),
      formatMoney(day.gst),
    ]);
}
