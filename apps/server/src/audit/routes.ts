import * as calls from "@rokad/contract/security-log";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { checkLog, showCheck } from "./check-log.ts";
import { exportLog } from "./export-log.ts";
import { listLog } from "./list-log.ts";

export function auditRoutes(app: FastifyInstance): void {
  serve(app, calls.listAuditLog, ({ query }) => listLog(query));

  serve(app, calls.exportAuditLog, ({ query }) => exportLog(query));

  serve(app, calls.getAuditCheck, async () => ({ data: await showCheck() }));

  serve(app, calls.checkAuditLog, async ({ person }) => ({ data: await checkLog(person) }));
}
