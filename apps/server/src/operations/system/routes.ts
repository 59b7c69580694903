import * as calls from "@rokad/contract/system";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { readSystemStatus } from "./read-system-status.ts";

export function systemRoutes(app: FastifyInstance): void {
  serve(app, calls.getSystemStatus, async () => ({ data: await readSystemStatus() }));
}
