import type { PlatformAnalytics, PlatformSums } from "@rokad/contract/platform-analytics";
import { formatMoney, formatMoneyShort } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { t } from "../super-admin-language.ts";
import type { Reading } from "../ui/charts/time-chart.tsx";
import type { ChartTone } from "../ui/charts/tones.ts";
import { formatWeekday } from "../ui/dates.ts";

type Day = PlatformAnalytics["by_day"][number];

interface Metric {
  readonly label: string;
  /** Stacked from the bottom. */
  readonly series: readonly { readonly label: string; readonly tone: ChartTone }[];
  /** One value for each series; null without a value. */
  readonly valuesOf: (day: Day) => readonly (number | null)[];
  readonly linesOf: (day: Day) => Reading["lines"];
  readonly formatTick: (value: number) => string;
  readonly whole?: boolean;
  /** A fixed upper end, where the figure has one. */
  readonly top?: number;
}

export const metricNames = ["volume", "payouts", "rate", "earned"] as const;
export type MetricName = (typeof metricNames)[number];

const formatPaise = (paise: number) =>
  formatMoneyShort({ amount: Math.round(paise), currency: "INR" });
const formatCount = (value: number) => value.toLocaleString("en-IN");

/** The figures that the chart can show for a day. */
export const metrics: Record<MetricName, Metric> = {
  volume: {
    label: t`Volume`,
    series: [{ label: t`Volume of each day`, tone: "brand" }],
    valuesOf: ({ volume }) => [volume.amount],
    linesOf: ({ volume, count }) => [
      { label: t`Volume`, value: formatMoney(volume), tone: "brand" },
      { label: t`Payouts`, value: formatCount(count) },
    ],
    formatTick: formatPaise,
  },
  payouts: {
    label: t`Payouts`,
    series: [
      { label: t`Successful`, tone: "good" },
      { label: t`In progress`, tone: "info" },
      { label: t`Failed`, tone: "bad" },
    ],
    valuesOf: (day) => [day.success_count, countInProgress(day), day.failed_count],
    linesOf: (day) => [
      { label: t`Successful`, value: formatCount(day.success_count), tone: "good" },
      { label: t`In progress`, value: formatCount(countInProgress(day)), tone: "info" },
      { label: t`Failed`, value: formatCount(day.failed_count), tone: "bad" },
    ],
    formatTick: formatCount,
    whole: true,
  },
  rate: {
    label: t`Success rate`,
    series: [{ label: t`Successful among completed payouts`, tone: "good" }],
    valuesOf: ({ success_rate: rate }) => [rate],
    linesOf: (day) => [
      { label: t`Success rate`, value: formatPercent(day.success_rate), tone: "good" },
      {
        label: t`Successful`,
        value: t`${formatCount(day.success_count)} of ${formatCount(day.success_count + day.failed_count)}`,
      },
    ],
    formatTick: (value) => `${value}%`,
    top: 100,
  },
  earned: {
    label: t`Fees and GST`,
    series: [
      { label: t`Fees earned`, tone: "brand" },
      { label: t`GST due`, tone: "info" },
    ],
    // A day with more refunds than fees has no bar; the table shows its negative figure.
    valuesOf: ({ fees, gst }) => [Math.max(fees.amount, 0), Math.max(gst.amount, 0)],
    linesOf: ({ fees, gst }) => [
      { label: t`Fees earned`, value: formatMoney(fees), tone: "brand" },
      { label: t`GST due`, value: formatMoney(gst), tone: "info" },
      { label: t`Total`, value: formatMoney(add(fees, gst)) },
    ],
    formatTick: formatPaise,
  },
};

/** The number of payouts without an outcome: `count` already leaves out failed ones. */
export function countInProgress({ count, success_count: done }: PlatformSums): number {
  return count - done;
}

export function formatPercent(rate: number | null): string {
  return rate === null ? "–" : `${rate}%`;
}

export const dayHeaders = [
  t`Day`,
  t`Volume`,
  t`Successful`,
  t`In progress`,
  t`Failed`,
  t`Success rate`,
  t`Fees earned`,
  t`GST due`,
] as const;

/** The table's rows, newest day first. */
export function dayRows(days: readonly Day[]): string[][] {
  return days
    .toReversed()
    .map((day) => [
      formatWeekday(day.day),
      formatMoney(day.volume),
      formatCount(day.success_count),
      formatCount(countInProgress(day)),
      formatCount(day.failed_count),
      formatPercent(day.success_rate),
      formatMoney(day.fees),
      formatMoney(day.gst),
    ]);
}
