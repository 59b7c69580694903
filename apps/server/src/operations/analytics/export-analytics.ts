import type { AnalyticsTable } from "@rokad/contract/platform-analytics";
import { listDays } from "@rokad/contract/days";
import { csvFile, type Cell } from "../../files/csv-file.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { successRate } from "../../payouts/read/success-rate.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { nameOf, periodsOf, rankBy, type PeriodQuery } from "./analyse-platform.ts";
import { zeroTotals, type AnalyticsTotals } from "../../payouts/read/analytics-totals.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { totalFailures, totalPayouts, type Period } from "./total-payouts.ts";

const sumTitles = [
  "Volume",
  "Payouts",
  "Successful",
  "Failed",
  "Success Rate %",
  "Fees Earned",
  "GST Due",
];

/** Exports one analytics table as CSV, with all rows and not only those on the page. */
export async function exportAnalytics(
  query: PeriodQuery & { by: AnalyticsTable },
): Promise<StreamedFile> {
  const { period, before } = periodsOf(query);
  const { titles, rows } = await tableOf(query.by, period, before);
  const name = `analytics-by-${query.by}-${period.from}-to-${period.to}.csv`;
  return csvFile(name, titles, streamRows(rows), BigInt(rows.length));
}

async function tableOf(by: AnalyticsTable, period: Period, before: Period) {
  if (by === "reason") {
    const reasons = await totalFailures(await replicaOrPrimary(), period);
    return {
      titles: ["Failure Reason", "Failed Payouts", "Volume"],
      rows: reasons.map(({ reason, count, volume }): Cell[] => [reason, String(count), volume]),
    };
  }
  const lines = await totalPayouts(await replicaOrPrimary(), period, before);
  const ranked = rankBy(lines, by);
  if (by === "day") {
    const byDay = new Map(ranked.map((line) => [line.key, line]));
    return {
      titles: ["Day", ...sumTitles],
      rows: listDays(period.from, period.to).map((day) => [
        dayInIndia(day),
        ...cellsOf(byDay.get(day) ?? zeroTotals),
      ]),
    };
  }
  const title = by.charAt(0).toUpperCase() + by.slice(1);
  return {
    titles: [title, ...sumTitles, "Volume Before"],
    rows: ranked.map((share): Cell[] => [nameOf(share), ...cellsOf(share), share.previousVolume]),
  };
}

function cellsOf({ volume, count, successes, failures, fees, gst }: AnalyticsTotals): Cell[] {
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

async function* streamRows(rows: readonly Cell[][]): AsyncGenerator<Cell[]> {
  yield* rows;
}
