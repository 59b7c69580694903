import * as z from "zod/mini";
import { jobCounts } from "./activity.ts";
import {
  count,
  dataAnswer,
  defineCall,
  instant,
  messageAnswer,
  money,
  pageAnswer,
  pageAnswerWithSummary,
} from "./call.ts";
import { id, idName, idParams, limit, page } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutStatuses } from "./payouts.ts";
import { providerIds } from "./tenants.ts";

export const openPayout = z
  .object({
    id,
    reference_id: z.string(),
    tenant: idName,
    amount: money,
    method: z.enum(["upi", "imps"]),
    provider: z.enum(providerIds),
    /** The provider is paused, so the payout waits. */
    is_paused: z.boolean(),
    status: z.enum(payoutStatuses),
    /** The number of sends and status checks. */
    attempts: count(),
    created_at: instant(),
    /** Unsent, and not sent until its tenant is reactivated. */
    is_withheld: z.boolean(),
    /** No provider has it, so it can be cancelled. */
    can_cancel: z.boolean(),
    /** When a worker next sends it or checks its status; null while it is withheld. */
    next_check_at: z.nullable(instant()),
    /** The provider has confirmed that it received the payout. */
    is_accepted: z.boolean(),
    /** Who proposed its outcome, while the second super admin's signature is missing. */
    outcome_proposed_by: z.nullable(idName),
  })
  .register(z.globalRegistry, { id: "OpenPayout" });
export type OpenPayout = z.output<typeof openPayout>;

export const listOpenPayouts = defineCall({
  name: "listOpenPayouts",
  summary: "Payouts without an outcome, oldest first: only slow ones, or all",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/activity/payouts",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway"],
  query: z.object({
    show: z._default(z.enum(["slow", "open"], { error: "show must be slow or open" }), "slow"),
    page: page(),
    limit: limit(limits.activityPageRows),
  }),
  answer: pageAnswer(openPayout),
});

export const waitingItem = z
  .object({
    id,
    /** A batch that is paid in order takes one place for all its rows that wait. */
    kind: z.enum(["payout", "batch"]),
    /** A payout's reference, or a batch's file name. */
    name: z.string(),
    tenant: idName,
    /** Amount, fee and GST. */
    total: money,
    /** In the queue of its wallet, from 1. */
    place: z.int(),
    /** What the wallet lacks for it and for all before it. */
    missing: money,
    since: instant(),
    /** When it ends unsent; null for a batch, which waits until someone ends it. */
    expires_at: z.nullable(instant()),
    /** Why it still waits although the wallet covers it; null otherwise. */
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "WaitingForFundsItem" });
export type WaitingItem = z.output<typeof waitingItem>;

export const listWaitingForFunds = defineCall({
  name: "listWaitingForFunds",
  summary: "What waits for funds in the wallets of all tenants, longest first",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/activity/waiting-for-funds",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway"],
  query: z.object({ page: page(), limit: limit(limits.activityPageRows) }),
  answer: pageAnswerWithSummary(waitingItem, z.object({ total: money })),
});

export const checkPayoutStatus = defineCall({
  name: "checkPayoutStatus",
  summary: "Check a payout's status at the provider now",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/activity/payouts/{id}/status-check",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Asks the provider for the status" },
  params: idParams,
  answer: dataAnswer(z.object({ next_check_at: instant() })),
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
    /** "Chrome on Windows"; null if the browser did not send it. */
    device: z.nullable(z.string()),
    created_at: instant(),
    /** The last activity that the console reported, to the minute. */
    last_seen_at: instant(),
    /** The caller's own session. */
    is_own: z.boolean(),
  })
  .register(z.globalRegistry, { id: "OpenSession" });
export type OpenSession = z.output<typeof openSession>;

export const listOpenSessions = defineCall({
  name: "listOpenSessions",
  summary: "Open sessions: your own first, then by last activity",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/activity/sessions",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway"],
  query: z.object({ page: page(), limit: limit(limits.activityPageRows) }),
  answer: pageAnswer(openSession),
});

const revokedAnswer = dataAnswer(z.object({ ended_count: count() }));

export const revokeSession = defineCall({
  name: "revokeSession",
  summary: "End a session now; no effect on a session that has ended",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/activity/sessions/{id}/revoke",
  who: "superadmin",
  needs: "manage",
  stepUp: { unsigned: "Ends access, also when no text arrives" },
  params: idParams,
  answer: revokedAnswer,
});

export const revokeSessionsOf = defineCall({
  name: "revokeSessionsOf",
  summary: "End all sessions of a person now",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/activity/people/{id}/revoke-sessions",
  who: "superadmin",
  needs: "manage",
  stepUp: { unsigned: "Ends access, also when no text arrives" },
  params: idParams,
  answer: revokedAnswer,
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
    /** The time of the next try; null unless the job waits. */
    due_at: z.nullable(instant()),
    last_error: z.nullable(z.string()),
    /** In the job's own units; `total` is null while it is unknown. */
    progress: z.object({ done: count(), total: z.nullable(count()) }),
    requested_by: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "BackgroundJob" });
export type BackgroundJob = z.output<typeof backgroundJob>;

export const listJobs = defineCall({
  name: "listJobs",
  summary: "Background jobs, newest first",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/activity/jobs",
  who: "superadmin",
  needs: "view",
  changesWith: ["jobs"],
  query: z.object({
    status: z.optional(z.enum(["all", ...jobStatuses], { error: "There is no such status" })),
    page: page(),
    limit: limit(limits.activityPageRows),
  }),
  answer: pageAnswerWithSummary(backgroundJob, jobCounts),
});

export const retryJob = defineCall({
  name: "retryJob",
  summary: "Retry a dead job now, with all its tries",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/activity/jobs/{id}/retry",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Repeats what was due" },
  params: idParams,
  answer: messageAnswer,
  errors: ["JOB_NOT_DEAD"],
});

export const discardJob = defineCall({
  name: "discardJob",
  summary: "Delete a dead job without running it",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/activity/jobs/{id}/discard",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Moves no money" },
  params: idParams,
  answer: messageAnswer,
  errors: ["JOB_NOT_DEAD"],
});
