import { addDays, countDays, listDays } from "@rokad/contract/days";
import { limits } from "@rokad/contract/limits";
import type { PlatformAnalytics } from "@rokad/contract/platform-analytics";
import { today } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import { addTotals, asPayoutSums, zeroTotals } from "../../payouts/read/analytics-totals.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import {
  totalFailures,
  totalPayouts,
  type Dimension,
  type Line,
  type Period,
  type Reason,
} from "./total-payouts.ts";

export interface PeriodQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The requested period, by default the last 30 days, and the one of equal length before it. */
export function periodsOf(query: PeriodQuery): { period: Period; before: Period } {
  const to = query.to ?? today();
  const from = query.from ?? addDays(to, 1 - limits.analyticsDays);
  return {
    period: { from, to },
    before: { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) },
  };
}

/** All payouts of a period, by every dimension, with the previous period for comparison. */
export async function analysePlatform(query: PeriodQuery): Promise<PlatformAnalytics> {
  const { period, before } = periodsOf(query);
  const [lines, reasons] = await Promise.all([
    totalPayouts(await replicaOrPrimary(), period, before),
    totalFailures(await replicaOrPrimary(), period),
  ]);
  const whole = (isNow: boolean) =>
    lines.find((line) => line.dimension === "all" && line.isNow === isNow) ?? zeroTotals;
  const days = new Map(currentLines(lines, "day").map((line) => [line.key, line]));
  return {
    period,
    previous_period: before,
    totals: asPayoutSums(whole(true)),
    previous: asPayoutSums(whole(false)),
    by_day: listDays(period.from, period.to).map((day) => ({
      day,
      ...asPayoutSums(days.get(day) ?? zeroTotals),
    })),
    by_tenant: sharesOf(lines, "tenant"),
    by_provider: sharesOf(lines, "provider") as PlatformAnalytics["by_provider"],
    by_method: sharesOf(lines, "method") as PlatformAnalytics["by_method"],
    by_bank: sharesOf(lines, "bank"),
    ...reasonsOf(reasons),
  };
}

/** A line with its volume in the previous period. */
export interface Share extends Line {
  readonly previousVolume: bigint;
}

/** The lines of a dimension with activity in the period, largest volume first. */
export function rankBy(lines: readonly Line[], dimension: Dimension): Share[] {
  const earlier = new Map(
    lines
      .filter((line) => line.dimension === dimension && !line.isNow)
      .map((line) => [line.key, line.volume]),
  );
  return currentLines(lines, dimension)
    .map((line) => ({ ...line, previousVolume: earlier.get(line.key) ?? 0n }))
    .toSorted(
      (a, b) => largerFirst(a.volume, b.volume) || largerFirst(a.count, b.count) || byName(a, b),
    );
}

function currentLines(lines: readonly Line[], dimension: Dimension): Line[] {
  return lines.filter((line) => line.dimension === dimension && line.isNow);
}

const largerFirst = (a: bigint, b: bigint) => (a === b ? 0 : a > b ? -1 : 1);
const byName = (a: Line, b: Line) => (a.name + a.key < b.name + b.key ? -1 : 1);

function sharesOf(lines: readonly Line[], dimension: Dimension) {
  const ranked = rankBy(lines, dimension);
  const others = ranked.slice(limits.platformAnalyticsRowsShown);
  return {
    top: ranked.slice(0, limits.platformAnalyticsRowsShown).map((share) => ({
      key: share.key,
      name: nameOf(share),
      ...asPayoutSums(share),
      previous_volume: inr(share.previousVolume),
    })),
    others:
      others.length === 0
        ? null
        : {
            ...asPayoutSums(addTotals(others)),
            previous_volume: inr(others.reduce((sum, each) => sum + each.previousVolume, 0n)),
          },
  };
}

const names: Readonly<Record<string, string>> = {
  primary: "Primary",
  alternative: "Alternative",
  imps: "IMPS",
  upi: "UPI",
};

/** Translates provider and method ids; a tenant named like one of them keeps its name. */
export function nameOf({ dimension, name }: Pick<Line, "dimension" | "name">): string {
  return dimension === "provider" || dimension === "method" ? (names[name] ?? name) : name;
}

function reasonsOf(reasons: readonly Reason[]) {
  const others = reasons.slice(limits.platformAnalyticsRowsShown);
  const asTotals = ({ count, volume }: Omit<Reason, "reason">) => ({
    count: Number(count),
    volume: inr(volume),
  });
  return {
    failure_reasons: reasons
      .slice(0, limits.platformAnalyticsRowsShown)
      .map((each) => ({ reason: each.reason, ...asTotals(each) })),
    other_reasons:
      others.length === 0
        ? null
        : asTotals({
            count: others.reduce((sum, each) => sum + each.count, 0n),
            volume: others.reduce((sum, each) => sum + each.volume, 0n),
          }),
  };
}
