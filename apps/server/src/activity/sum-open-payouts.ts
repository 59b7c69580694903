import type { Activity } from "@rokad/contract/activity";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import { inr } from "../money.ts";

/** A payout that should have been acted on for so long is overdue: the workers are behind. */
const overdueSeconds = 30;

interface Lane {
  readonly status: "pending" | "processing";
  readonly is_paused: boolean;
  readonly count: number;
  readonly paise: bigint;
  readonly oldest_at: Date;
  readonly overdue: number;
  readonly oldest_due_at: Date;
  readonly retried: number;
  readonly slow: number;
}

/** The payouts without an end, by what is to be done with them; only open ones are read. */
export async function sumOpenPayouts(): Promise<Activity["payouts"]> {
  const { rows } = await sql<Lane>`
    select payouts.status, paused_at is not null as is_paused,
      count(*)::int as count, sum(amount_paise)::bigint as paise, min(payouts.created_at) as oldest_at,
      count(*) filter (where due_at < ${secondsFromNow(-overdueSeconds)})::int as overdue,
      min(due_at) as oldest_due_at,
      count(*) filter (where attempts > 1)::int as retried,
      count(*) filter (
        where status = 'processing'
          and payouts.created_at < ${secondsFromNow(-limits.payoutSlowSeconds)}
      )::int as slow
    from payouts join providers on providers.id = provider
    where due_at is not null group by 1, 2
  `.execute(database());
  const waits = (lane: Lane) => lane.status === "pending" && lane.is_paused;
  const moving = rows.filter((lane) => !waits(lane));
  return {
    pending: together(rows.filter((lane) => lane.status === "pending")),
    processing: together(rows.filter((lane) => lane.status === "processing")),
    waiting_for_resume: together(rows.filter(waits)),
    overdue_count: sum(moving, (lane) => lane.overdue),
    oldest_due_at: earliest(moving.map((lane) => lane.oldest_due_at).filter((at) => at <= now())),
    retried_count: sum(rows, (lane) => lane.retried),
    slow_count: sum(rows, (lane) => lane.slow),
  };
}

function together(lanes: readonly Lane[]) {
  return {
    count: sum(lanes, (lane) => lane.count),
    amount: inr(lanes.reduce((total, lane) => total + lane.paise, 0n)),
    oldest_at: earliest(lanes.map((lane) => lane.oldest_at)),
  };
}

function sum(lanes: readonly Lane[], of: (lane: Lane) => number): number {
  return lanes.reduce((total, lane) => total + of(lane), 0);
}

function earliest(times: readonly Date[]): string | null {
  const first = times.toSorted((a, b) => a.getTime() - b.getTime())[0];
  return first?.toISOString() ?? null;
}
