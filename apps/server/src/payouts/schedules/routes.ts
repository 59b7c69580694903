import * as calls from "@rokad/contract/payout-schedules";
import * as approvals from "@rokad/contract/schedule-approvals";
import { listUpcoming as upcomingCall } from "@rokad/contract/upcoming";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { approve, sendBack, withdraw } from "../approvals/decide.ts";
import { changeSchedule, createSchedule, previewSchedule } from "./create-schedule.ts";
import { listSchedules, showSchedule } from "./describe-schedules.ts";
import { listRuns, runsFile, showRun } from "./list-runs.ts";
import { listUpcoming } from "./list-upcoming.ts";
import { retryRun } from "./retry-run.ts";
import { scheduleSubject } from "./schedule-subject.ts";
import { describeStart, startSchedule } from "./start-schedule.ts";
import { endSchedule, pauseSchedule, resumeSchedule, skipRun } from "./stop-schedule.ts";
import { submitSchedule } from "./submit-schedule.ts";

export function payoutScheduleRoutes(app: FastifyInstance): void {
  serve(app, calls.previewSchedule, async ({ person, body }) => ({
    data: await previewSchedule(person, body),
  }));

  serve(app, calls.createSchedule, async (request) => {
    const { person, body } = request;
    const run = runOnce(keyedRequest(calls.createSchedule, { ...request, params: {} }));
    const { id } = await createSchedule(person, body, run);
    return { message: "Schedule proposed", data: await showSchedule(person, id) };
  });

  serve(app, calls.changeSchedule, async (request) => {
    const { person, params, body } = request;
    const run = runOnce(keyedRequest(calls.changeSchedule, request));
    const { id } = await changeSchedule(person, params.id, body, run);
    return { message: "Change proposed", data: await showSchedule(person, id) };
  });

  serve(app, calls.listSchedules, ({ person, query }) => listSchedules(person, query));

  serve(app, calls.getSchedule, async ({ person, params }) => ({
    data: await showSchedule(person, params.id),
  }));

  serve(app, calls.listScheduleRuns, ({ person, params, query }) =>
    listRuns(person, params.id, query),
  );

  serve(app, calls.downloadScheduleRuns, ({ person, params }) => runsFile(person, params.id));

  serve(
    app,
    calls.startSchedule,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(calls.startSchedule, request));
      await startSchedule(person, params.id, body, run);
      return { message: "Schedule started", data: await showSchedule(person, params.id) };
    },
    ({ person, params }) => describeStart(person, params.id, "Pay"),
  );

  serve(app, approvals.submitSchedule, async ({ person, params, body }) => {
    await submitSchedule(person, params.id, body);
    return {
      message: "Schedule submitted for approval",
      data: await showSchedule(person, params.id),
    };
  });

  serve(
    app,
    approvals.approveSchedule,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(approvals.approveSchedule, request));
      await approve(scheduleSubject, person, { ...params, ...body }, run);
      return { message: "Schedule approved", data: await showSchedule(person, params.id) };
    },
    ({ person, params }) => describeStart(person, params.id, "Approve"),
  );

  serve(app, approvals.rejectSchedule, async ({ person, params, body }) => {
    await sendBack(scheduleSubject, person, { ...params, ...body });
    return { message: "Schedule sent back", data: await showSchedule(person, params.id) };
  });

  serve(app, approvals.withdrawSchedule, async ({ person, params }) => {
    await withdraw(scheduleSubject, person, params.id);
    return { message: "Schedule withdrawn", data: await showSchedule(person, params.id) };
  });

  serve(app, calls.skipScheduleRun, async ({ person, params, body }) => {
    await skipRun(person, params.id, body);
    return { message: "Due day skipped", data: await showSchedule(person, params.id) };
  });

  serve(app, calls.pauseSchedule, async ({ person, params }) => {
    await pauseSchedule(person, params.id);
    return { message: "Schedule paused", data: await showSchedule(person, params.id) };
  });

  serve(app, calls.resumeSchedule, async ({ person, params }) => {
    await resumeSchedule(person, params.id);
    return { message: "Schedule resumed", data: await showSchedule(person, params.id) };
  });

  serve(app, calls.endSchedule, async ({ person, params, body }) => {
    await endSchedule(person, params.id, body.reason);
    return { message: "Schedule ended", data: await showSchedule(person, params.id) };
  });

  serve(app, calls.retryScheduleRun, async ({ person, params }) => {
    await retryRun(person, params.id, params.due_on);
    return { message: "Payout created", data: await showRun(person, params.id, params.due_on) };
  });

  serve(app, upcomingCall, async ({ person, query }) => ({
    data: await listUpcoming(person, query.days),
  }));
}
