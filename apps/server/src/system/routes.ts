import * as calls from "@rokad/contract/system";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { tellSystemStatus } from "./tell-system-status.ts";

export function systemRoutes(app: FastifyInstance): void {
  serve(app, calls.getSystemStatus, async () => ({ data: await tellSystemStatus() }));
}
