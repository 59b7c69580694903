import type { AnalyticsTable } from "@rokad/contract/platform-analytics";
import { listDays } from "@rokad/contract/days";
import { csvFile, type Cell } from "../csv-file.ts";
import { dayInIndia } from "../days.ts";
import { successRate } from "../payouts/success-rate.ts";
import type { MadeFile } from "../send-file.ts";
import { nameOf, periodsOf, rankedBy, type Asked } from "./analyse-platform.ts";
import { nothing, type Sums } from "../payouts/payout-sums.ts";
import { reading } from "../replica.ts";
import { sumFailures, sumPayouts, type Period } from "./sum-payouts.ts";

const sumTitles = [
  "Volume",
  "Payouts",
  "Successful",
  "Failed",
  "Success Rate %",
  "Fees Earned",
  "GST Due",
];

/** One of the analytics' tables with all its rows, not only those on the page. */
export async function exportAnalytics(asked: Asked & { by: AnalyticsTable }): Promise<MadeFile> {
  const { period, before } = periodsOf(asked);
  const { titles, rows } = await tableOf(asked.by, period, before);
  const name = `analytics-by-${asked.by}-${period.from}-to-${period.to}.csv`;
  return csvFile(name, titles, each(rows), BigInt(rows.length));
}

async function tableOf(by: AnalyticsTable, period: Period, before: Period) {
  if (by === "reason") {
    const reasons = await sumFailures(await reading(), period);
    return {
      titles: ["Failure Reason", "Failed Payouts", "Volume"],
      rows: reasons.map(({ reason, count, volume }): Cell[] => [reason, String(count), volume]),
    };
  }
  const lines = await sumPayouts(await reading(), period, before);
  const ranked = rankedBy(lines, by);
  if (by === "day") {
    const found = new Map(ranked.map((line) => [line.key, line]));
    return {
      titles: ["Day", ...sumTitles],
      rows: listDays(period.from, period.to).map((day) => [
        dayInIndia(day),
        ...cellsOf(found.get(day) ?? nothing),
      ]),
    };
  }
  const title = by.charAt(0).toUpperCase() + by.slice(1);
  return {
    titles: [title, ...sumTitles, "Volume Before"],
    rows: ranked.map((share): Cell[] => [nameOf(share), ...cellsOf(share), share.previousVolume]),
  };
}

function cellsOf({ volume, count, successes, failures, fees, gst }: Sums): Cell[] {
  const rate = successRate(successes, successes + failures);
  return [
    volume,
    String(count),
    String(successes),
    String(failures),
    rate === null ? null : String(rate),
    fees,
    gst,
  ];
}

async function* each(rows: readonly Cell[][]): AsyncGenerator<Cell[]> {
  yield* rows;
}
