import * as calls from "@rokad/contract/batch-schedules";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import {
  changeRows,
  createBatchSchedule,
  endBatchSchedule,
  pauseBatchSchedule,
  resumeBatchSchedule,
  skipBatch,
} from "./change-batch-schedule.ts";
import {
  listBatchSchedules,
  previewBatchSchedule,
  showBatchSchedule,
} from "./describe-batch-schedules.ts";

export function batchScheduleRoutes(app: FastifyInstance): void {
  serve(app, calls.previewBatchSchedule, async ({ person, params, body }) => ({
    data: await previewBatchSchedule(person, params.id, body),
  }));

  serve(app, calls.createBatchSchedule, async (request) => {
    const { person, params, body } = request;
    const run = runOnce(keyedRequest(calls.createBatchSchedule, request));
    const { id } = await createBatchSchedule(person, params.id, body, run);
    return { message: "Schedule started", data: await showBatchSchedule(person, id) };
  });

  serve(app, calls.listBatchSchedules, ({ person, query }) => listBatchSchedules(person, query));

  serve(app, calls.skipBatchSchedule, async ({ person, params, body }) => {
    await skipBatch(person, params.id, body);
    return { message: "Due day skipped", data: await showBatchSchedule(person, params.id) };
  });

  serve(app, calls.pauseBatchSchedule, async ({ person, params }) => {
    await pauseBatchSchedule(person, params.id);
    return { message: "Schedule paused", data: await showBatchSchedule(person, params.id) };
  });

  serve(app, calls.resumeBatchSchedule, async ({ person, params }) => {
    await resumeBatchSchedule(person, params.id);
    return { message: "Schedule resumed", data: await showBatchSchedule(person, params.id) };
  });

  serve(app, calls.changeScheduledRows, async ({ person, params, body }) => {
    await changeRows(person, params.id, body.batch_id);
    return {
      message: "The next batch has these rows",
      data: await showBatchSchedule(person, params.id),
    };
  });

  serve(app, calls.endBatchSchedule, async ({ person, params, body }) => {
    await endBatchSchedule(person, params.id, body.reason);
    return { message: "Schedule ended", data: await showBatchSchedule(person, params.id) };
  });
}
