import type { PayoutDay } from "@rokad/contract/payout-analytics";
import { formatMoney, formatMoneyShort } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { t } from "../language.ts";
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
    label: t`Volume by day`,
    series: [{ label: t`Volume`, tone: "brand" }],
    valuesOf: ({ volume }) => [volume.amount],
    readingOf: ({ day, volume, count }) => ({
      title: formatWeekday(day),
      lines: [
        { label: t`Volume`, value: formatMoney(volume), tone: "brand" },
        { label: t`Payouts`, value: number(count) },
      ],
    }),
    formatTick: money,
  },
  payouts: {
    label: t`Payouts by day`,
    series: [
      { label: t`Successful`, tone: "good" },
      { label: t`In progress`, tone: "info" },
      { label: t`Failed`, tone: "bad" },
    ],
    valuesOf: (day) => [day.success_count, inProgressCount(day), day.failed_count],
    readingOf: (day) => ({
      title: formatWeekday(day.day),
      lines: [
        { label: t`Successful`, value: number(day.success_count), tone: "good" },
        { label: t`In progress`, value: number(inProgressCount(day)), tone: "info" },
        { label: t`Failed`, value: number(day.failed_count), tone: "bad" },
      ],
    }),
    formatTick: number,
    whole: true,
  },
  rate: {
    label: t`Success rate by day`,
    series: [{ label: t`Successful, of completed payouts`, tone: "good" }],
    valuesOf: (day) => [day.success_rate],
    readingOf: (day) => ({
      title: formatWeekday(day.day),
      lines: [
        { label: t`Success rate`, value: percent(day.success_rate), tone: "good" },
        {
          label: t`Successful`,
          value: t`${number(day.success_count)} of ${number(day.success_count + day.failed_count)}`,
        },
      ],
    }),
    formatTick: (value) => `${value}%`,
    top: 100,
  },
  charges: {
    label: t`Fees and GST by day`,
    series: [
      { label: t`Platform fees`, tone: "brand" },
      { label: "GST", tone: "info" },
    ],
    valuesOf: ({ fees, gst }) => [fees.amount, gst.amount],
    readingOf: ({ day, fees, gst }) => ({
      title: formatWeekday(day),
      lines: [
        { label: t`Platform fees`, value: formatMoney(fees), tone: "brand" },
        { label: "GST", value: formatMoney(gst), tone: "info" },
        { label: t`Total`, value: formatMoney(add(fees, gst)) },
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
