import * as calls from "@rokad/contract/security-log";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { runLogCheck, readLogCheck } from "./check-log.ts";
import { exportLog } from "./export-log.ts";
import { listLog } from "./list-log.ts";

export function auditRoutes(app: FastifyInstance): void {
  serve(app, calls.listAuditLog, ({ query }) => listLog(query));

  serve(app, calls.exportAuditLog, ({ query }) => exportLog(query));

  serve(app, calls.getAuditCheck, async () => ({ data: await readLogCheck() }));

  serve(app, calls.checkAuditLog, async ({ person }) => ({ data: await runLogCheck(person) }));
}
