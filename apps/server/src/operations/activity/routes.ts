import * as calls from "@rokad/contract/activity";
import * as lists from "@rokad/contract/activity-lists";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../kernel/config.ts";
import { discardJob, retryJob } from "../../worker/jobs/review-dead-job.ts";
import { serve } from "../../http/serve.ts";
import { revokeSession, revokeSessionsOf } from "../../identity/sign-in/revoke-sessions.ts";
import { listJobs } from "./list-jobs.ts";
import { listOpenPayouts } from "./list-open-payouts.ts";
import { listOpenSessions } from "./list-open-sessions.ts";
import { listWaitingForFunds } from "./list-waiting-for-funds.ts";
import { checkPayoutNow } from "./check-payout-now.ts";
import { summariseActivity } from "./summarise-activity.ts";

export function activityRoutes(app: FastifyInstance, { leaseSeconds }: Config): void {
  serve(app, calls.getActivity, async () => ({ data: await summariseActivity() }));

  serve(app, lists.listOpenPayouts, ({ query }) => listOpenPayouts(query));

  serve(app, lists.listWaitingForFunds, ({ query }) => listWaitingForFunds(query));

  serve(app, lists.checkPayoutStatus, async ({ person, params }) => ({
    data: await checkPayoutNow(person, params.id, leaseSeconds),
  }));

  serve(app, lists.listOpenSessions, ({ person, query }) => listOpenSessions(person, query));

  serve(app, lists.revokeSession, async ({ person, params }) => ({
    data: { ended_count: await revokeSession(person, params.id) },
  }));

  serve(app, lists.revokeSessionsOf, async ({ person, params }) => ({
    data: { ended_count: await revokeSessionsOf(person, params.id) },
  }));

  serve(app, lists.listJobs, ({ query }) => listJobs(query));

  serve(app, lists.retryJob, async ({ person, params }) => {
    await retryJob(person, params.id);
    return { message: "Job queued again" };
  });

  serve(app, lists.discardJob, async ({ person, params }) => {
    await discardJob(person, params.id);
    return { message: "Job discarded" };
  });
}
