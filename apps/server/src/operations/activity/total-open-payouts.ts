import type { Activity } from "@rokad/contract/activity";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";

/** A payout that is due for longer than this is overdue: the workers are behind. */
const overdueSeconds = 30;

interface Group {
  readonly status: "pending" | "processing";
  readonly is_paused: boolean;
  readonly is_withheld: boolean;
  readonly count: number;
  readonly paise: bigint;
  readonly oldest_at: Date;
  readonly overdue: number;
  readonly oldest_due_at: Date | null;
  readonly retried: number;
  readonly slow: number;
}

/** Totals of payouts without an outcome, by the next step. Only open payouts are read. */
export async function totalOpenPayouts(): Promise<Activity["payouts"]> {
  const { rows } = await sql<Group>`
    select payouts.status, paused_at is not null as is_paused,
      status = 'pending' and withheld_at is not null as is_withheld,
      count(*)::int as count, sum(amount_paise)::bigint as paise, min(payouts.created_at) as oldest_at,
      count(*) filter (where due_at < ${secondsFromNow(-overdueSeconds)})::int as overdue,
      nullif(min(due_at), 'infinity') as oldest_due_at,
      count(*) filter (where attempts > 1)::int as retried,
      count(*) filter (
        where status = 'processing'
          and payouts.created_at < ${secondsFromNow(-limits.payoutSlowSeconds)}
      )::int as slow
    from payouts join providers on providers.id = provider
    where payouts.id in (select payout_id from payout_queue) group by 1, 2, 3
  `.execute(database());
  const isPaused = (group: Group) =>
    group.status === "pending" && group.is_paused && !group.is_withheld;
  const moving = rows.filter((group) => !isPaused(group) && !group.is_withheld);
  return {
    pending: combine(rows.filter((group) => group.status === "pending")),
    processing: combine(rows.filter((group) => group.status === "processing")),
    waiting_for_resume: combine(rows.filter(isPaused)),
    withheld: combine(rows.filter((group) => group.is_withheld)),
    overdue_count: sum(moving, (group) => group.overdue),
    oldest_due_at: earliest(
      moving.flatMap(({ oldest_due_at: at }) => (at !== null && at <= now() ? [at] : [])),
    ),
    retried_count: sum(rows, (group) => group.retried),
    slow_count: sum(rows, (group) => group.slow),
  };
}

function combine(groups: readonly Group[]) {
  return {
    count: sum(groups, (group) => group.count),
    amount: inr(groups.reduce((total, group) => total + group.paise, 0n)),
    oldest_at: earliest(groups.map((group) => group.oldest_at)),
  };
}

function sum(groups: readonly Group[], of: (group: Group) => number): number {
  return groups.reduce((total, group) => total + of(group), 0);
}

function earliest(times: readonly Date[]): string | null {
  const first = times.toSorted((a, b) => a.getTime() - b.getTime())[0];
  return first?.toISOString() ?? null;
}
