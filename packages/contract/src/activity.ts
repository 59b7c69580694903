import * as z from "zod/mini";
import { count, defineCall, instant, money, dataAnswer } from "./call.ts";
import { id } from "./fields.ts";
import { providerIds } from "./tenants.ts";

/** Payouts without an outcome. */
const openPayouts = z.object({
  count: count(),
  amount: money,
  /** When the oldest was created; null if there is none. */
  oldest_at: z.nullable(instant()),
});

/** A provider's calls and payouts over a period. */
export const railFigures = {
  /** Calls with a clear answer, successful or not. */
  answered_count: count(),
  /** Calls without one: a timeout, a cut connection, a 5xx. */
  unclear_count: count(),
  /** Calls that failed in another way. */
  broken_count: count(),
  /** The median and the 95th percentile of the calls' duration; null without calls. */
  median_ms: z.nullable(count()),
  slow_ms: z.nullable(count()),
  paid_count: count(),
  refused_count: count(),
};

/** Background jobs by status. */
export const jobCounts = z.object({
  waiting_count: count(),
  running_count: count(),
  /** Of those waiting: jobs that failed and will be retried. */
  retrying_count: count(),
  dead_count: count(),
  done_count: count(),
});

export const processRoles = ["all", "api", "worker"] as const;

export const activity = z
  .object({
    as_of: instant(),
    /** `down`: no payout proceeds. `degraded`: some payouts are late or stuck. */
    state: z.enum(["operational", "degraded", "down"]),
    /** One sentence each; empty when everything works. */
    problems: z.array(z.string()),
    payouts: z.object({
      pending: openPayouts,
      processing: openPayouts,
      /** Pending at a paused provider. */
      waiting_for_resume: openPayouts,
      /** Pending, of a deactivated tenant: not sent until its reactivation. */
      withheld: openPayouts,
      /** Due for more than 30 seconds. */
      overdue_count: count(),
      oldest_due_at: z.nullable(instant()),
      /** Sent or checked more than once. */
      retried_count: count(),
      /** Without an outcome for more than `limits.payoutSlowSeconds`. */
      slow_count: count(),
    }),
    /** Over the last `limits.activityMinutes` minutes. */
    providers: z.array(
      z.object({
        id: z.enum(providerIds),
        is_paused: z.boolean(),
        /** Null before the first health check. */
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
        /** Null for a process without a worker. */
        worked_at: z.nullable(instant()),
        is_alive: z.boolean(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "Activity" });
export type Activity = z.output<typeof activity>;

export const getActivity = defineCall({
  name: "getActivity",
  summary: "Current activity: payouts in progress, providers, sessions, processes",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/activity",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway"],
  answer: dataAnswer(activity),
});
