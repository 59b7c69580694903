import * as calls from "@rokad/contract/doctor";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import type { Config } from "../../kernel/config.ts";
import { examineInstallation } from "./examine-installation.ts";

export function doctorRoutes(app: FastifyInstance, config: Config): void {
  serve(app, calls.examineInstallation, async () => ({ data: await examineInstallation(config) }));
}
