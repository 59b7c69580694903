import type { Rail } from "@rokad/contract/gateway";
import { t } from "../super-admin-language.ts";
import type { BarSeries } from "../ui/charts/marks.tsx";
import type { Reading } from "../ui/charts/time-chart.tsx";
import { formatTime } from "../ui/dates.ts";
import { formatMs } from "../ui/format-ms.ts";

export type HourFigures = Rail["hours"][number];
export type HourMetric = "calls" | "success" | "time";

interface Metric {
  readonly label: string;
  readonly tones: readonly { readonly tone: BarSeries["tone"]; readonly label: string }[];
  /** One value per tone, from the bottom; null without data. */
  readonly valuesOf: (hour: HourFigures) => readonly (number | null)[];
  readonly formatTick: (value: number) => string;
  readonly top?: number;
}

export const hourMetrics: Readonly<Record<HourMetric, Metric>> = {
  calls: {
    label: t`Calls by hour`,
    tones: [
      { tone: "brand", label: t`Clear answer` },
      { tone: "bad", label: t`No clear answer` },
    ],
    valuesOf: (hour) => [hour.answered_count, unclearOf(hour)],
    formatTick: (value) => value.toLocaleString("en-IN"),
  },
  success: {
    label: t`Success rate by hour`,
    tones: [{ tone: "good", label: t`Paid, of payouts with an outcome` }],
    valuesOf: (hour) => [successOf(hour)],
    formatTick: (value) => `${value}%`,
    top: 100,
  },
  time: {
    label: t`Response time by hour`,
    tones: [{ tone: "info", label: t`95th percentile` }],
    valuesOf: (hour) => [hour.slow_ms],
    formatTick: (value) => formatMs(value),
  },
};

/** Paid payouts of those with an outcome, in whole percent; null without outcomes. */
export function successOf({ paid_count: paid, refused_count: refused }: Figures): number | null {
  return paid + refused === 0 ? null : Math.round((paid / (paid + refused)) * 100);
}
type Figures = Pick<HourFigures, "paid_count" | "refused_count">;

function unclearOf(hour: HourFigures): number {
  return hour.unclear_count + hour.broken_count;
}

export function readingOf(hour: HourFigures): Reading {
  const rate = successOf(hour);
  return {
    title: hourName(hour),
    lines: [
      { label: t`Clear answer`, value: formatCount(hour.answered_count), tone: "brand" },
      { label: t`No clear answer`, value: formatCount(unclearOf(hour)), tone: "bad" },
      { label: t`Success rate`, value: rate === null ? "–" : `${rate}%` },
      { label: t`Median`, value: time(hour.median_ms) },
      { label: t`95th percentile`, value: time(hour.slow_ms) },
    ],
  };
}

export const hourHeaders = [
  t`Hour`,
  t`Clear answer`,
  t`No clear answer`,
  t`Paid`,
  t`Failed`,
  t`Success rate`,
  t`Median`,
  t`95th percentile`,
];

export function hourRow(hour: HourFigures): string[] {
  const rate = successOf(hour);
  return [
    hourName(hour),
    formatCount(hour.answered_count),
    formatCount(unclearOf(hour)),
    formatCount(hour.paid_count),
    formatCount(hour.refused_count),
    rate === null ? "–" : `${rate}%`,
    time(hour.median_ms),
    time(hour.slow_ms),
  ];
}

function hourName({ hour }: HourFigures): string {
  const end = new Date(new Date(hour).getTime() + 60 * 60_000).toISOString();
  return t`${formatTime(hour)} to ${formatTime(end)}`;
}

const formatCount = (value: number) => value.toLocaleString("en-IN");
const time = (ms: number | null) => (ms === null ? "–" : formatMs(ms));
