import { addDays, listDays } from "@rokad/contract/days";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { endOfDay, startOfDay, today } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";

/** Payouts of the last two weeks by day, and of the two weeks before; days without one are zero. */
export async function readTrend(tenant: Tenant) {
  const to = today();
  const from = addDays(to, 1 - limits.trendDays);
  const first = addDays(from, -limits.trendDays);
  const totalsOn = await totalsByDay(tenant, first, to);
  const asTrendDay = (day: string) => {
    const totals = totalsOn.get(day);
    return {
      day,
      volume: inr(totals?.volume ?? 0n),
      count: Number(totals?.count ?? 0n),
      success_count: Number(totals?.successes ?? 0n),
    };
  };
  return {
    days: listDays(from, to).map(asTrendDay),
    previous: listDays(first, addDays(from, -1)).map(asTrendDay),
  };
}

interface DayTotals {
  readonly day: string;
  readonly volume: bigint;
  readonly count: bigint;
  readonly successes: bigint;
}

async function totalsByDay(tenant: Tenant, from: string, to: string) {
  const { rows } = await sql<DayTotals>`
    select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      sum(open_paise + success_paise)::bigint as volume,
      sum(open_count + success_count)::bigint as count, sum(success_count)::bigint as successes
    from all_payout_rollups
    where tenant_id = ${tenant.tenantId} and grain = 'day'
      and starts_at >= ${startOfDay(from)} and starts_at < ${endOfDay(to)}
    group by starts_at
  `.execute(await replicaOrPrimary());
  return new Map(rows.map((row) => [row.day, row]));
}
