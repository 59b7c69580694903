import * as calls from "@rokad/contract/restore-drills";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { showDrill } from "./show-drill.ts";

export function backupRoutes(app: FastifyInstance): void {
  serve(app, calls.getRestoreDrill, async () => ({ data: await showDrill() }));
}
