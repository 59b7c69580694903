import * as z from "zod/mini";
import { count, defineCall, instant, money, one } from "./call.ts";
import { id } from "./fields.ts";
import { providerIds } from "./tenants.ts";

/** Payouts that have no end yet. */
const openPayouts = z.object({
  count: count(),
  amount: money,
  /** When the oldest of them was asked for; null when there is none. */
  oldest_at: z.nullable(instant()),
});

/** What a rail did over a stretch of time. */
export const railFigures = {
  /** Calls with a clear answer, whatever it said. */
  answered_count: count(),
  /** Calls without one: a timeout, a cut connection, a 5xx. */
  unclear_count: count(),
  /** Calls that failed in another way. */
  broken_count: count(),
  /** Half of the calls, and 95 of 100, took no longer; null when there were none. */
  median_ms: z.nullable(count()),
  slow_ms: z.nullable(count()),
  paid_count: count(),
  refused_count: count(),
};

/** Background jobs by how they stand. */
export const jobCounts = z.object({
  waiting_count: count(),
  running_count: count(),
  /** Of those waiting: failed before, and tried again. */
  retrying_count: count(),
  dead_count: count(),
  done_count: count(),
});

export const processRoles = ["all", "api", "worker"] as const;

export const activity = z
  .object({
    as_of: instant(),
    /** `down`: payouts do not move. `degraded`: some do not, or not as they should. */
    state: z.enum(["operational", "degraded", "down"]),
    /** Each as a sentence; none when all is well. */
    problems: z.array(z.string()),
    payouts: z.object({
      pending: openPayouts,
      processing: openPayouts,
      /** Pending, on a provider that is paused. */
      waiting_for_resume: openPayouts,
      /** Should have been acted on for longer than half a minute. */
      overdue_count: count(),
      oldest_due_at: z.nullable(instant()),
      /** Were asked about or sent more than once. */
      retried_count: count(),
      /** Without an end for longer than `limits.payoutSlowSeconds`. */
      slow_count: count(),
    }),
    /** Of the last `limits.activityMinutes` minutes. */
    providers: z.array(
      z.object({
        id: z.enum(providerIds),
        is_paused: z.boolean(),
        /** Null before the first look. */
        is_reachable: z.nullable(z.boolean()),
        ...railFigures,
      }),
    ),
    jobs: jobCounts,
    sessions: z.object({ count: count(), people_count: count() }),
    processes: z.array(
      z.object({
        id,
        role: z.enum(processRoles),
        host: z.string(),
        version: z.string(),
        started_at: instant(),
        beat_at: instant(),
        /** Null for one that does not work on payouts. */
        worked_at: z.nullable(instant()),
        is_alive: z.boolean(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "Activity" });
export type Activity = z.output<typeof activity>;

export const getActivity = defineCall({
  name: "getActivity",
  summary: "What happens now: payouts under way, providers, sessions, processes",
  method: "GET",
  path: "/super-admin/activity",
  who: "superadmin",
  changesWith: ["gateway"],
  answer: one(activity),
});
