import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { listApprovals } from "./list-approvals.ts";

export function approvalQueueRoutes(app: FastifyInstance): void {
  serve(app, listWaitingApprovals, async ({ person }) => ({ data: await listApprovals(person) }));
}
