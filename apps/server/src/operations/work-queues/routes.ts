import * as calls from "@rokad/contract/work-queues";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { serve } from "../../http/serve.ts";
import { listWorkQueues } from "./list-work-queues.ts";

export function workQueueRoutes(app: FastifyInstance): void {
  serve(app, calls.listWorkQueues, async ({ person }) => ({
    data: { queues: await listWorkQueues(database(), person) },
  }));
}
