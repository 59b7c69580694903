import { addDays, listDays } from "@rokad/contract/days";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { endOfDay, startOfDay, today } from "../days.ts";
import { inr } from "../money.ts";
import { reading } from "../replica.ts";
import type { Tenant } from "../sign-in/person.ts";

/** Two weeks of days up to today and the two weeks before, also the days without a payout. */
export async function traceTrend(tenant: Tenant) {
  const to = today();
  const from = addDays(to, 1 - limits.trendDays);
  const first = addDays(from, -limits.trendDays);
  const sumsOn = await sumsOfDays(tenant, first, to);
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

interface DaySums {
  readonly day: string;
  readonly volume: bigint;
  readonly count: bigint;
  readonly successes: bigint;
}

async function sumsOfDays(tenant: Tenant, from: string, to: string) {
  const { rows } = await sql<DaySums>`
    select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      open_paise + success_paise as volume, open_count + success_count as count,
      success_count as successes
    from payout_sums
    where person_id = ${tenant.id} and grain = 'day'
      and starts_at >= ${startOfDay(from)} and starts_at < ${endOfDay(to)}
  `.execute(await reading());
  return new Map(rows.map((row) => [row.day, row]));
}
