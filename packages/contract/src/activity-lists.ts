import * as z from "zod/mini";
import { jobCounts } from "./activity.ts";
import { count, defineCall, instant, many, manyWithSummary, money, one } from "./call.ts";
import { id, idParams, limit, page } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutStatuses } from "./payouts.ts";
import { providerIds } from "./tenants.ts";

export const openPayout = z
  .object({
    id,
    reference_id: z.string(),
    tenant: z.object({ id, name: z.string() }),
    amount: money,
    method: z.enum(["upi", "imps"]),
    provider: z.enum(providerIds),
    /** Waits until its provider is resumed. */
    is_paused: z.boolean(),
    status: z.enum(payoutStatuses),
    /** How often it was sent or asked about. */
    attempts: count(),
    created_at: instant(),
    /** When a worker acts on it next. */
    next_look_at: instant(),
    /** The provider has said that it has it. */
    is_accepted: z.boolean(),
  })
  .register(z.globalRegistry, { id: "OpenPayout" });
export type OpenPayout = z.output<typeof openPayout>;

export const listOpenPayouts = defineCall({
  name: "listOpenPayouts",
  summary: "Payouts without an outcome, oldest first: those that take too long, or all",
  method: "GET",
  path: "/super-admin/activity/payouts",
  who: "superadmin",
  changesWith: ["gateway"],
  query: z.object({
    show: z._default(z.enum(["slow", "open"], { error: "show must be slow or open" }), "slow"),
    page: page(),
    limit: limit(limits.activityPageRows),
  }),
  answer: many(openPayout),
});

export const lookAtPayout = defineCall({
  name: "lookAtPayout",
  summary: "Ask the provider about a payout now, rather than when its turn comes",
  method: "POST",
  path: "/super-admin/activity/payouts/{id}/look",
  who: "superadmin",
  params: idParams,
  answer: one(z.object({ next_look_at: instant() })),
  errors: ["PAYOUT_NOT_OPEN"],
});

export const openSession = z
  .object({
    id,
    person: z.object({
      id,
      name: z.string(),
      role: z.enum(["superadmin", "operator", "retailer"]),
    }),
    address: z.nullable(z.string()),
    /** "Chrome on Windows"; null when the browser did not say. */
    device: z.nullable(z.string()),
    created_at: instant(),
    /** Renewed about every 15 minutes while it is used. */
    last_seen_at: instant(),
    /** The one that asks. */
    is_own: z.boolean(),
  })
  .register(z.globalRegistry, { id: "OpenSession" });
export type OpenSession = z.output<typeof openSession>;

export const listOpenSessions = defineCall({
  name: "listOpenSessions",
  summary: "Who is signed in: one's own session, then the last seen first",
  method: "GET",
  path: "/super-admin/activity/sessions",
  who: "superadmin",
  changesWith: ["gateway"],
  query: z.object({ page: page(), limit: limit(limits.activityPageRows) }),
  answer: many(openSession),
});

const revoked = one(z.object({ ended_count: count() }));

export const revokeSession = defineCall({
  name: "revokeSession",
  summary: "End a session at once; one that is over stays as it is",
  method: "POST",
  path: "/super-admin/activity/sessions/{id}/revoke",
  who: "superadmin",
  params: idParams,
  answer: revoked,
});

export const revokeSessionsOf = defineCall({
  name: "revokeSessionsOf",
  summary: "End every session of a person at once",
  method: "POST",
  path: "/super-admin/activity/people/{id}/revoke-sessions",
  who: "superadmin",
  params: idParams,
  answer: revoked,
});

export const jobStatuses = ["waiting", "running", "done", "dead"] as const;

export const backgroundJob = z
  .object({
    id,
    kind: z.string(),
    status: z.enum(jobStatuses),
    tries: count(),
    created_at: instant(),
    started_at: z.nullable(instant()),
    finished_at: z.nullable(instant()),
    /** When it is tried next; null unless it waits. */
    due_at: z.nullable(instant()),
    last_error: z.nullable(z.string()),
    /** In units of the job's own; `total` null while nobody knows. */
    progress: z.object({ done: count(), total: z.nullable(count()) }),
    asked_by: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "BackgroundJob" });
export type BackgroundJob = z.output<typeof backgroundJob>;

export const listJobs = defineCall({
  name: "listJobs",
  summary: "Background jobs, newest first",
  method: "GET",
  path: "/super-admin/activity/jobs",
  who: "superadmin",
  changesWith: ["jobs"],
  query: z.object({
    status: z.optional(
      z.enum(["all", ...jobStatuses], { error: "There is no such status of a job" }),
    ),
    page: page(),
    limit: limit(limits.activityPageRows),
  }),
  answer: manyWithSummary(backgroundJob, jobCounts),
});

const done = z.object({ success: z.literal(true), message: z.string() });

export const retryJob = defineCall({
  name: "retryJob",
  summary: "Give a dead job all its tries again, now",
  method: "POST",
  path: "/super-admin/activity/jobs/{id}/retry",
  who: "superadmin",
  params: idParams,
  answer: done,
  errors: ["JOB_NOT_DEAD"],
});

export const discardJob = defineCall({
  name: "discardJob",
  summary: "Remove a dead job: what it was to do will not be done",
  method: "POST",
  path: "/super-admin/activity/jobs/{id}/discard",
  who: "superadmin",
  params: idParams,
  answer: done,
  errors: ["JOB_NOT_DEAD"],
});
