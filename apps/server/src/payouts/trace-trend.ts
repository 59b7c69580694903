import { addDays, listDays } from "@rokad/contract/days";
import { limits } from "@rokad/contract/limits";
import { today } from "../days.ts";
import { inr } from "../money.ts";
import type { Tenant } from "../sign-in/person.ts";
import { sumsByDay } from "./daily-sums.ts";

/** Two weeks of days up to today and the two weeks before, also the days without a payout. */
export async function traceTrend(tenant: Tenant) {
  const to = today();
  const from = addDays(to, 1 - limits.trendDays);
  const first = addDays(from, -limits.trendDays);
  const sumsOn = new Map(
    (await sumsByDay(tenant, { from: first, to })).map((sums) => [sums.day, sums]),
  );
  const tell = (day: string) => {
    const sums = sumsOn.get(day);
    return {
      day,
      volume: inr(sums?.volume ?? 0n),
      count: Number(sums?.count ?? 0n),
      success_count: Number(sums?.successes ?? 0n),
    };
  };
  return {
    days: listDays(from, to).map(tell),
    previous: listDays(first, addDays(from, -1)).map(tell),
  };
}
