import { addDays, countDays, listDays } from "@rokad/contract/days";
import { limits } from "@rokad/contract/limits";
import type { PlatformAnalytics } from "@rokad/contract/platform-analytics";
import { today } from "../days.ts";
import { inr } from "../money.ts";
import { addSums, asPayoutSums, nothing } from "../payouts/payout-sums.ts";
import { reading } from "../replica.ts";
import {
  sumFailures,
  sumPayouts,
  type Dimension,
  type Line,
  type Period,
  type Reason,
} from "./sum-payouts.ts";

export interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The period that is asked for, 30 days unless told, and the one of the same length before. */
export function periodsOf(asked: Asked): { period: Period; before: Period } {
  const to = asked.to ?? today();
  const from = asked.from ?? addDays(to, 1 - limits.analyticsDays);
  return {
    period: { from, to },
    before: { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) },
  };
}

/** All payouts of a period from every side, beside the period before. */
export async function analysePlatform(asked: Asked): Promise<PlatformAnalytics> {
  const { period, before } = periodsOf(asked);
  const [lines, reasons] = await Promise.all([
    sumPayouts(await reading(), period, before),
    sumFailures(await reading(), period),
  ]);
  const whole = (isNow: boolean) =>
    lines.find((line) => line.dimension === "all" && line.isNow === isNow) ?? nothing;
  const days = new Map(now(lines, "day").map((line) => [line.key, line]));
  return {
    period,
    previous_period: before,
    totals: asPayoutSums(whole(true)),
    previous: asPayoutSums(whole(false)),
    by_day: listDays(period.from, period.to).map((day) => ({
      day,
      ...asPayoutSums(days.get(day) ?? nothing),
    })),
    by_tenant: sharesOf(lines, "tenant"),
    by_provider: sharesOf(lines, "provider") as PlatformAnalytics["by_provider"],
    by_method: sharesOf(lines, "method") as PlatformAnalytics["by_method"],
    by_bank: sharesOf(lines, "bank"),
    ...reasonsOf(reasons),
  };
}

/** A line with what it came to in the period before. */
export interface Share extends Line {
  readonly previousVolume: bigint;
}

/** Everyone of a dimension to whom something happened in the period, the largest volume first. */
export function rankedBy(lines: readonly Line[], dimension: Dimension): Share[] {
  const earlier = new Map(
    lines
      .filter((line) => line.dimension === dimension && !line.isNow)
      .map((line) => [line.key, line.volume]),
  );
  return now(lines, dimension)
    .map((line) => ({ ...line, previousVolume: earlier.get(line.key) ?? 0n }))
    .toSorted(
      (a, b) => largerFirst(a.volume, b.volume) || largerFirst(a.count, b.count) || byName(a, b),
    );
}

function now(lines: readonly Line[], dimension: Dimension): Line[] {
  return lines.filter((line) => line.dimension === dimension && line.isNow);
}

const largerFirst = (a: bigint, b: bigint) => (a === b ? 0 : a > b ? -1 : 1);
const byName = (a: Line, b: Line) => (a.name + a.key < b.name + b.key ? -1 : 1);

function sharesOf(lines: readonly Line[], dimension: Dimension) {
  const ranked = rankedBy(lines, dimension);
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
            ...asPayoutSums(addSums(others)),
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

/** A tenant keeps the name that it has, whatever it is. */
export function nameOf({ dimension, name }: Pick<Line, "dimension" | "name">): string {
  return dimension === "provider" || dimension === "method" ? (names[name] ?? name) : name;
}

function reasonsOf(reasons: readonly Reason[]) {
  const others = reasons.slice(limits.platformAnalyticsRowsShown);
  const asOne = ({ count, volume }: Omit<Reason, "reason">) => ({
    count: Number(count),
    volume: inr(volume),
  });
  return {
    failure_reasons: reasons
      .slice(0, limits.platformAnalyticsRowsShown)
      .map((each) => ({ reason: each.reason, ...asOne(each) })),
    other_reasons:
      others.length === 0
        ? null
        : asOne({
            count: others.reduce((sum, each) => sum + each.count, 0n),
            volume: others.reduce((sum, each) => sum + each.volume, 0n),
          }),
  };
}
